"""Files for other presses: PDF/X-4 clause by clause, spot inks and die lines by plate."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from numpy.typing import NDArray
from pikepdf import Array, Dictionary, Name, Stream
from PIL import Image

from cardgen.core.geometry import POINTS_PER_MM as MM
from cardgen.files.memory_game import MemoryGame
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.installed import target_names
from cardgen.targets.press.pdfx4 import Pdfx4Target
from tests.support import pdfx_checker as checker
from tests.support.press_games import (
    GAME,
    clear,
    files,
    inks,
    job_of,
    novelty,
    percent,
    seen,
    tiny,
    write,
)

pdfx4 = Pdfx4Target()

ASKED = (
    "",
    "color=rgb",
    "die=yes",
    "color=rgb,die=Stanze 1,spot=PANTONE 7577 C:rust",
    "spot=Gold:sand;Silver:#201c1a,limit=200,bleed=3mm,files=apart",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder of the small game with transparency, written once an option list."""
    top = tmp_path_factory.mktemp("x4")

    def make(asked: str = "") -> Path:
        folder = top / f"out{ASKED.index(asked)}"
        if not folder.exists():
            write(pdfx4, folder, clear(), asked)
        return folder

    return make


Made = Callable[[str], Path]


def test_it_is_one_of_the_targets() -> None:
    assert pdfx4.name in target_names()


# --- PDF/X-4 ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("asked", ASKED)
def test_every_clause_of_pdfx_4_holds(made: Made, asked: str) -> None:
    for pdf in made(asked).glob("*.pdf"):
        assert checker.failed(pdf, checker.X4) == {}
        run = subprocess.run(["qpdf", "--check", pdf], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stdout + run.stderr
        fonts = subprocess.run(["pdffonts", pdf], capture_output=True, text=True, check=True)
        rows = fonts.stdout.splitlines()[2:]
        assert all(row.split()[-5:-2] == ["yes", "yes", "yes"] for row in rows)


def _plain_rgb(pdf: Any) -> None:
    pdf.pages[0].contents_add(Stream(pdf, b"1 0 0 rg"))


def _renamed(pdf: Any) -> None:
    packet = pdf.Root.Metadata
    packet.write(packet.read_bytes().replace(b"PDF/X-4", b"PDF/X-3"))


def _automatic(pdf: Any) -> None:
    pdf.Root.OCProperties.D.AS = Array([])


def _nameless(pdf: Any) -> None:
    del pdf.Root.OCProperties.D["/Name"]


def _unlisted(pdf: Any) -> None:
    pdf.Root.OCProperties.OCGs.append(pdf.make_indirect(Dictionary(Type=Name.OCG)))


@pytest.mark.parametrize(
    ("clause", "change"),
    [
        ("managed_colors", _plain_rgb),
        ("xmp_claim", _renamed),
        ("xmp_claim", lambda pdf: pdf.Root.__delitem__("/Metadata")),
        ("layer_setup", _automatic),
        ("layer_setup", _nameless),
        ("layer_setup", _unlisted),
        ("boxes", lambda pdf: pdf.pages[0].obj.__delitem__("/TrimBox")),
        ("one_intent", lambda pdf: pdf.Root.__delitem__("/OutputIntents")),
    ],
)
def test_a_mutated_file_breaks_its_clause_and_no_other(
    made: Made, tmp_path: Path, clause: str, change: Callable[[Any], None]
) -> None:
    with pikepdf.open(made("die=yes") / "tiny.pdf") as pdf:
        change(pdf)
        pdf.save(tmp_path / "odd.pdf", force_version="1.6")
    assert list(checker.failed(tmp_path / "odd.pdf", checker.X4)) == [clause]


# --- colour ----------------------------------------------------------------------------------


def test_cmyk_is_flat_and_within_the_limit(made: Made) -> None:
    folder = made(ASKED[-1])
    for name in ("tiny-fronts.pdf", "tiny-backs.pdf"):
        opened = checker.Opened.read(folder / name)
        assert list(checker.transparency(opened)) == []
        assert checker.ink_percent(opened) <= 200
    told = json.loads((folder / "manifest.json").read_bytes())
    assert told["ink"]["limit_percent"] == 200
    assert told["files"][0]["flattened"]


def test_rgb_is_managed_and_its_transparency_live(made: Made) -> None:
    opened = checker.Opened.read(made("color=rgb") / "tiny.pdf")
    assert list(checker.transparency(opened))
    used = {str(args[0]) for operator, args in opened.operators if operator == "cs"}
    assert used == {"/SRGB"}
    spaces = [
        thing["/ColorSpace"]["/SRGB"]
        for thing in opened.things
        if isinstance(thing.get("/ColorSpace"), pikepdf.Dictionary)
    ]
    for space in spaces:
        assert str(space[0]) == "/ICCBased"
        assert space[1].read_bytes()[12:20] == b"mntrRGB "
    assert all(str(page.Group.CS) == "/DeviceCMYK" for page in opened.pdf.pages)
    told = json.loads((made("color=rgb") / "manifest.json").read_bytes())
    assert told["ink"] is None


@pytest.mark.parametrize("asked", ["", "color=rgb"])
def test_dark_text_is_black_ink_alone(made: Made, asked: str) -> None:
    front = inks(made(asked) / "tiny.pdf", "1", 600)[0]
    name = front[round(11.5 * 600 / 25.4) : round(18 * 600 / 25.4)]
    dark = name[name[..., 3] > 250]
    assert len(dark) > 300
    assert dark.max(axis=0).tolist() == [0, 0, 0, 255]


def test_both_kinds_of_colour_look_alike(made: Made) -> None:
    """Ours by the shipped profile; Ghostscript's of the sRGB file by its own. Flat ground."""
    flat = seen(inks(made("") / "tiny.pdf", "1", 72)[0])[250, 20].astype(int)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=png16m", "-r72", "-sPageList=1"]
    out = made("color=rgb") / "seen.png"
    subprocess.run([*command, f"-sOutputFile={out}", made("color=rgb") / "tiny.pdf"], check=True)
    live = np.asarray(Image.open(out))[250, 20].astype(int)
    out.unlink()
    assert np.abs(flat - [0xE8, 0xD8, 0xB0]).max() <= 3
    assert np.abs(live - [0xE8, 0xD8, 0xB0]).max() <= 12


def test_without_a_limit_the_profile_has_its_own(made: Made) -> None:
    told = json.loads((made("") / "manifest.json").read_bytes())["ink"]
    assert told["limit_percent"] == 400
    assert 200 < told["most_percent"] <= 240
    assert percent(inks(made("") / "tiny.pdf", "1,2")[0]).max() <= 240.8


# --- inks of their own -----------------------------------------------------------------------


def plates(pdf: Path, page: int, dpi: int) -> dict[str, NDArray[np.uint8]]:
    """What Ghostscript puts on each plate; 255 is full ink."""
    pattern = pdf.with_name("plate.tif")
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", f"-r{dpi}"]
    run = [*command, f"-sPageList={page}", f"-sOutputFile={pattern}", str(pdf)]
    subprocess.run(run, check=True, capture_output=True)
    found = {}
    for file in pdf.parent.glob("plate*.tif"):
        if "(" in file.name:
            found[file.name.split("(")[1].split(")")[0]] = 255 - np.asarray(Image.open(file))
        file.unlink()
    return found


def test_a_spot_colour_has_a_plate_and_leaves_the_others(tmp_path: Path) -> None:
    write(pdfx4, tmp_path / "out", tiny(), "spot=PANTONE 7577 C:rust")
    found = plates(tmp_path / "out" / "tiny.pdf", 1, 150)
    spot = found["PANTONE 7577 C"]
    square = spot[spot.shape[0] // 2 - 40 :][:80, spot.shape[1] // 2 - 40 :][:, :80]
    assert (square == 255).all()
    assert (spot == 255).mean() == pytest.approx(20 * 20 / (69.596 * 94.996), abs=0.003)
    for name in ("Cyan", "Magenta", "Yellow", "Black"):
        assert (found[name][spot == 255] == 0).all(), name


def test_spot_colours_are_named_in_the_manifest(made: Made) -> None:
    told = json.loads((made(ASKED[-1]) / "manifest.json").read_bytes())
    assert told["spots"] == [
        {"ink": "Gold", "color": "#e8d8b0", "pages": 6},
        {"ink": "Silver", "color": "#201c1a", "pages": 3},
    ]


def one_layout(*elements: str) -> Job:
    """Three cards with these elements on a white ground, and the same back."""
    lines = "".join(f"      - {{{element}}}\n" for element in elements)
    layouts = f"layouts:\n  beast:\n    trim:\n{lines}  own:\n    trim:\n{lines}"
    return job_of(MemoryGame(files(layouts_yaml=layouts)))


RUST = "shape: rectangle, fill: rust, left: 10mm, top: 10mm, width: 20mm, height: 20mm"
OVER = "shape: rectangle, fill: sky, left: 9mm, top: 9mm, width: 22mm, height: 22mm"
GRADIENT = "shape: rectangle, fill: {from: rust, to: sky}"


def masked(fill: str, mask: str) -> str:
    """A box of one color that a mask shows in part."""
    square = f"shape: rectangle, fill: {fill}, left: 0, top: 0, width: 9mm, height: 9mm"
    place = "left: 9mm, top: 9mm, width: 20mm, height: 20mm"
    return f"overlay: [{{{square}}}], {place}, mask: {{shape: ellipse, {mask}}}"


BESIDE = "fill: sky, left: 12mm, top: 12mm, width: 5mm, height: 5mm"


@pytest.mark.parametrize(
    ("elements", "asked", "said"),
    [
        ([masked("sky", "fill: rust")], "spot=Gold:rust", "nothing is painted in"),
        ([masked("sky", "fill: rust")], "color=rgb,spot=Gold:rust", "nothing is painted in"),
        ([masked("rust", BESIDE)], "spot=Gold:rust", "translucent or blended"),
        ([masked("rust", BESIDE)], "color=rgb,spot=Gold:rust", "covered, or off the card"),
        ([OVER], "spot=Gold:rust", "nothing is painted in #c06020"),
        ([GRADIENT], "spot=Gold:rust", "nothing is painted in"),
        ([f"{RUST}, opacity: 0.5"], "spot=Gold:rust", "translucent or blended"),
        ([f"{RUST}, blend: multiply"], "spot=Gold:rust", "translucent or blended"),
        ([RUST, OVER], "spot=Gold:rust", "covered, or off the card"),
        ([RUST, OVER], "color=rgb,spot=Gold:rust", "covered, or off the card"),
        ([RUST, OVER], "spot=Silver:sky;Gold:rust", "`Gold` is on no card"),
        ([RUST], "spot=Gold:rust;Silver:#c06020", "`Gold` and `Silver` take the place of one"),
    ],
)
def test_an_ink_that_reaches_no_pixel_is_refused(
    elements: list[str], asked: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(OptionError, match=re.escape(said)) as caught:
        write(pdfx4, tmp_path / "out", one_layout(*elements), asked)
    assert caught.value.option == "spot"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("elements", "asked"),
    [
        ([RUST], "spot=Gold:rust"),
        ([f"{RUST}, opacity: 0.5"], "color=rgb,spot=Gold:rust"),
        ([masked("rust", "fill: sky")], "color=rgb,spot=Gold:rust"),
        ([masked("rust", "fill: sky, opacity: 0.2")], "color=rgb,spot=Gold:rust"),
        ([RUST, f"{OVER}, opacity: 0.5", RUST.replace("10mm", "40mm")], "spot=Gold:rust"),
        (["shape: line, stroke: rust, stroke-width: 0.25pt, top: 20mm, height: 1mm"],
         "spot=Gold:rust"),
    ],
)  # fmt: skip
def test_the_manifest_counts_the_pages_of_each_ink(
    elements: list[str], asked: str, tmp_path: Path
) -> None:
    write(pdfx4, tmp_path / "out", one_layout(*elements), asked)
    (spot,) = json.loads((tmp_path / "out" / "manifest.json").read_bytes())["spots"]
    assert spot["pages"] == 6


@pytest.mark.slow
@pytest.mark.parametrize("asked", ["die=yes", ASKED[3]])
def test_the_die_line_is_where_the_card_is_cut(made: Made, asked: str) -> None:
    ink = "CutContour" if asked == "die=yes" else "Stanze 1"
    for page in (1, 2):
        line = plates(made(asked) / "tiny.pdf", page, 600)[ink]
        rows, columns = np.nonzero(line > 127)
        pixel = 25.4 / 600
        box = [side * pixel for side in (columns.min(), rows.min(), columns.max(), rows.max())]
        trim = [3.048, 3.048, 3.048 + 63.5, 3.048 + 88.9]
        assert box == pytest.approx(trim, abs=2.5 * pixel)
        assert not (line[rows.min(), : columns.min() + 40] > 127).any(), "a round corner"


def test_the_die_lines_own_numbers_are_exact(made: Made) -> None:
    opened = checker.Opened.read(made("die=yes") / "tiny.pdf")
    page = opened.pdf.pages[0]
    operators = [
        (str(operator), [float(a) for a in args])
        for args, operator in pikepdf.parse_content_stream(page)
        if str(operator) in "mlc"
    ]
    xs = [value for _, args in operators for value in args[0::2]]
    ys = [value for _, args in operators for value in args[1::2]]
    width, height = (float(value) for value in page.mediabox[2:])
    left, bottom, right, top = (float(value) for value in page.trimbox)
    assert (min(xs), max(xs)) == pytest.approx((left, right), abs=0.01 * MM)
    assert (min(ys), max(ys)) == pytest.approx((bottom, top), abs=0.01 * MM)
    assert (width, height) == pytest.approx((right + left, top + bottom))


def test_the_die_line_overprints_in_a_layer_that_can_be_hidden(made: Made, tmp_path: Path) -> None:
    with pikepdf.open(made("die=yes") / "tiny.pdf") as pdf:
        assert [str(layer.Name) for layer in pdf.Root.OCProperties.OCGs] == ["CutContour"]
        state = pdf.pages[0].Resources.ExtGState["/DieOver"]
        assert (state["/OP"], state["/op"], state["/OPM"]) == (True, True, 1)
        pdf.Root.OCProperties.D.OFF = pdf.Root.OCProperties.D.ON
        del pdf.Root.OCProperties.D["/ON"]
        pdf.save(tmp_path / "hidden.pdf")
    hidden = plates(tmp_path / "hidden.pdf", 1, 150)
    assert "CutContour" not in hidden or not hidden["CutContour"].any()


def test_a_round_card_has_a_round_die_line(tmp_path: Path) -> None:
    circle = job_of(MemoryGame(files(game_yaml=GAME.replace("poker", "circle"))))
    write(pdfx4, tmp_path / "out", circle, "die=yes")
    line = plates(tmp_path / "out" / "tiny.pdf", 1, 150)["CutContour"] > 127
    rows, columns = np.nonzero(line)
    middle = (line.shape[0] - 1) / 2, (line.shape[1] - 1) / 2
    away = np.hypot(rows - middle[0], columns - middle[1]) / 150
    assert away.min() > 1.75 - 0.02
    assert away.max() < 1.75 + 0.02


# --- pages -----------------------------------------------------------------------------------


def sides(folder: Path) -> dict[str, list[tuple[str, str, int]]]:
    told = json.loads((folder / "manifest.json").read_bytes())["files"]
    return {
        row["file"]: [(page["card"], page["side"], page["copies"]) for page in row["pages"]]
        for row in told
    }


def counted(pdf: Path) -> int:
    with pikepdf.open(pdf) as opened:
        return len(opened.pages)


def test_a_page_a_printed_card_front_and_back(made: Made) -> None:
    cards = ["wyvern", "basilisk", "basilisk"]
    expected = [(card, side, 1) for card in cards for side in ("front", "back")]
    assert sides(made("")) == {"tiny.pdf": expected}
    assert counted(made("") / "tiny.pdf") == 6


def test_fronts_and_backs_apart_have_equal_page_numbers(made: Made) -> None:
    folder = made(ASKED[-1])
    told = sides(folder)
    assert list(told) == ["tiny-fronts.pdf", "tiny-backs.pdf"]
    fronts, backs = told.values()
    assert [row[0] for row in fronts] == [row[0] for row in backs]
    assert counted(folder / "tiny-fronts.pdf") == counted(folder / "tiny-backs.pdf") == 3


def test_a_page_a_card_says_how_often_it_is_printed(tmp_path: Path) -> None:
    write(pdfx4, tmp_path / "out", tiny(), "copies=one,files=apart")
    assert sides(tmp_path / "out")["tiny-fronts.pdf"] == [
        ("wyvern", "front", 1), ("basilisk", "front", 2),
    ]  # fmt: skip


def test_a_game_without_backs_has_fronts_alone(tmp_path: Path) -> None:
    bare = job_of(MemoryGame(files(game_yaml=GAME.replace(", back: own", ""))))
    write(pdfx4, tmp_path / "out", bare)
    assert [row[1] for row in sides(tmp_path / "out")["tiny.pdf"]] == ["front"] * 3
    assert checker.failed(tmp_path / "out" / "tiny.pdf", checker.X4) == {}


def test_a_card_without_a_back_keeps_the_others_in_step(tmp_path: Path) -> None:
    more = GAME + "  odd: {cards: beasts.yaml, size: poker, front: beast}\n"
    mixed = job_of(MemoryGame(files(game_yaml=more)))
    write(pdfx4, tmp_path / "out", mixed, "files=apart,copies=one,die=yes")
    told = sides(tmp_path / "out")["tiny-backs.pdf"]
    assert [row[1] for row in told] == ["back", "back", "blank", "blank"]
    assert counted(tmp_path / "out" / "tiny-backs.pdf") == 4
    blank = inks(tmp_path / "out" / "tiny-backs.pdf", "3")[0]
    assert (percent(blank) == 0).mean() > 0.9


def test_each_size_has_its_own_file(tmp_path: Path) -> None:
    more = GAME + "  small: {cards: beasts.yaml, size: mini, front: beast, back: own}\n"
    write(pdfx4, tmp_path / "out", job_of(MemoryGame(files(game_yaml=more))), "bleed=2mm")
    assert set(sides(tmp_path / "out")) == {"tiny-poker.pdf", "tiny-mini.pdf"}
    for name, trim in (("tiny-poker.pdf", (63.5, 88.9)), ("tiny-mini.pdf", (44.45, 63.5))):
        with pikepdf.open(tmp_path / "out" / name) as opened:
            page = opened.pages[0]
            media = [float(value) / MM for value in page.mediabox]
            inner = [float(value) / MM for value in page.trimbox]
        assert media == pytest.approx([0, 0, trim[0] + 4, trim[1] + 4], abs=0.01)
        assert inner == pytest.approx([2, 2, trim[0] + 2, trim[1] + 2], abs=0.01)


@pytest.mark.parametrize("color", ["cmyk", "rgb"])
def test_pages_for_print_on_demand_are_the_cut_and_nothing_else(tmp_path: Path, color: str) -> None:
    write(pdfx4, tmp_path / "out", clear(), f"bleed=0mm,color={color},files=apart")
    for name in ("tiny-fronts.pdf", "tiny-backs.pdf"):
        with pikepdf.open(tmp_path / "out" / name) as opened:
            for page in opened.pages:
                for box in (page.mediabox, page.trimbox, page.cropbox):
                    sides = [float(value) / MM for value in box]
                    assert sides == pytest.approx([0, 0, 63.5, 88.9], abs=0.01)


@pytest.mark.slow
def test_all_of_novelty_is_small(tmp_path: Path) -> None:
    write(pdfx4, tmp_path / "out", novelty(), "color=rgb")
    assert (tmp_path / "out" / "novelty.pdf").stat().st_size < 3_000_000
    assert checker.failed(tmp_path / "out" / "novelty.pdf", checker.X4) == {}
    said = write(pdfx4, tmp_path / "out", novelty(), "copies=one,files=apart")
    assert said == "182 cards on 364 pages in 2 files, PDF/X-4, CMYK for CGATS TR 006"


@pytest.mark.parametrize("asked", ["color=rgb", ASKED[-1]])
def test_the_same_game_gives_the_same_bytes(made: Made, tmp_path: Path, asked: str) -> None:
    write(pdfx4, tmp_path / "again", clear(), asked)
    names = sorted(file.name for file in made(asked).iterdir())
    assert names == sorted(file.name for file in (tmp_path / "again").iterdir())
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (made(asked) / name).read_bytes()


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ("colour=rgb", "`pdfx4` has no option `colour`", "did you mean `color`?"),
        ("color=lab", "`color=lab` is not possible", "cmyk, rgb"),
        ("limit=90", "`limit=90` is not possible", "150 to 400"),
        ("color=rgb,limit=300", "sRGB pictures and colors are not converted", "color=cmyk"),
        ("bleed=-1mm", "`bleed=-1mm` is not possible", "0 or more"),
        ("bleed=4mm", "4 mm bleed is more than the 3.05 mm that a poker face has", "bleed=3.05mm"),
        ("bleed=3", "`bleed=3` is not possible", "write `3mm` or `3in`"),
        ("files=two", "`files=two` is not possible", "one, apart"),
        ("copies=2", "`copies=2` is not possible", "all, one"),
        ("spot=Gold", "`spot=Gold` is not possible", "spot=PANTONE 185 C:red"),
        ("spot=Gold:gold", "the palette has no color `gold`", "`sand`"),
        ("spot=Cyan:sky", "`spot=Cyan:sky` is not possible", "process ink"),
        ("spot=Gold:sky;Gold:rust", "`spot=Gold:sky;Gold:rust` is not possible", "once"),
        ("spot=Gold:sky;gold:rust", "`spot=Gold:sky;gold:rust` is not possible", "once"),
        (
            "spot=CutContour:sky,die=yes",
            "`CutContour` would be the ink of the die line and of artwork",
            "another ink's name",
        ),
        (
            "spot=Gold:rust;cut:sky,die=Cut",
            "`Cut` would be the ink of the die line and of artwork",
            "another ink's name",
        ),
        ("die=Köder", "`die=Köder` is not possible", "plain letters"),
        ("die=Cut/Contour", "`die=Cut/Contour` is not possible", "plain letters"),
        ("die=Black", "`die=Black` is not possible", "process ink"),
        ("profile=no.icc", "the profile `no.icc` does not exist", "game folder"),
    ],
)
def test_an_impossible_option_says_what_to_write(
    tmp_path: Path, asked: str, message: str, hint: str
) -> None:
    with pytest.raises(OptionError) as caught:
        write(pdfx4, tmp_path / "out", tiny(), asked)
    assert str(caught.value) == message
    assert hint in caught.value.hint
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("bleed", ["0.12in", "0.125in", "3.333mm"])
def test_the_bleed_that_a_refusal_names_is_accepted(tmp_path: Path, bleed: str) -> None:
    """It is shown to the hundredth of a millimetre, rounded up or down."""
    sizes = f"sizes:\n  own: {{width: 60mm, height: 80mm, bleed: {bleed}}}\n"
    own = sizes + GAME.replace("size: poker", "size: own")
    game = job_of(MemoryGame(files(game_yaml=own)))
    with pytest.raises(OptionError) as caught:
        write(pdfx4, tmp_path / "out", game, "bleed=5mm")
    named = re.search(r"`(bleed=\S+mm)` or less", caught.value.hint)
    assert named
    assert write(pdfx4, tmp_path / "out", game, named[1])
