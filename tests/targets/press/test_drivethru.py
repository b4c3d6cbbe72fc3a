"""The file for DriveThruCards: PDF/X-1a clause by clause, ink by pixel, card by card."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from msgspec.structs import replace
from pikepdf import Array, Dictionary, Name, Stream, String
from PIL import ImageCms

from cardgen.core.color import Color
from cardgen.files.memory_game import MemoryGame
from cardgen.render.press.profile import shipped_profile, srgb_profile
from cardgen.render.press.separation import separate
from cardgen.render.raster.rasterizer import Raster
from cardgen.render.workers.pool import Workers
from cardgen.targets.contract import OptionError, UnsuitableError
from cardgen.targets.installed import target_names
from cardgen.targets.press.drivethru import DrivethruTarget
from cardgen.targets.press.pdfx4 import Pdfx4Target
from cardgen.targets.registry import AnyTarget
from tests.conftest import ROOT
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
from tests.unit.render.test_press import raster

drivethru = DrivethruTarget()
pdfx4 = Pdfx4Target()


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small") / "out"
    write(drivethru, folder, tiny())
    return folder / "tiny.pdf"


@pytest.fixture(scope="module")
def flat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a game with every kind of transparency."""
    folder = tmp_path_factory.mktemp("flat") / "out"
    write(drivethru, folder, clear())
    return folder / "tiny.pdf"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of Novelty."""
    folder = tmp_path_factory.mktemp("novelty") / "out"
    write(drivethru, folder, novelty())
    return folder / "novelty.pdf"


FILES = ("small", "flat", "whole")


@pytest.fixture(params=FILES)
def pdf(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def test_it_is_one_of_the_targets() -> None:
    assert drivethru.name in target_names()


def test_the_page_about_it_names_every_option() -> None:
    page = (ROOT / "docs" / "press.md").read_text("utf-8")
    parts = page.split("## Other printers")
    targets: tuple[AnyTarget, ...] = (drivethru, pdfx4)
    for part, target in zip(parts, targets, strict=True):
        rows = re.findall(r"^\| `(\w+)` \| ", part, re.MULTILINE)
        assert [row for row in rows if row not in target_names()] == list(
            target.options.help_lines()
        )


# --- PDF/X-1a --------------------------------------------------------------------------------


@pytest.mark.slow
def test_every_clause_of_pdfx_1a_holds(pdf: Path) -> None:
    assert checker.failed(pdf) == {}


def test_other_readers_find_nothing_wrong(pdf: Path) -> None:
    run = subprocess.run(["qpdf", "--check", pdf], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    info = subprocess.run(["pdfinfo", pdf], capture_output=True, text=True, check=True)
    assert "PDF/X-1a:2003" in info.stdout
    assert info.stderr == ""


@pytest.mark.slow
def test_ghostscript_and_poppler_draw_pages_without_a_complaint(pdf: Path) -> None:
    """The first fifty cards: all of a large deck would take minutes and show no more."""
    strict = ["-dSAFER", "-dPDFSTOPONERROR", "-dLastPage=100"]
    for command in (
        ["gs", "-q", "-dNOPAUSE", "-dBATCH", *strict, "-sDEVICE=nullpage"],
        ["pdftoppm", "-r", "18", "-l", "40"],
    ):
        out = [] if command[0] == "gs" else [str(pdf.parent / "page")]
        run = subprocess.run([*command, str(pdf), *out], capture_output=True, check=False)
        assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")
    for file in pdf.parent.glob("page-*"):
        file.unlink()


def test_pdfinfo_reads_the_boxes_that_the_service_asks_for(pdf: Path) -> None:
    command = ["pdfinfo", "-box", "-f", "1", "-l", "9999", str(pdf)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    for name, expected in (
        ("MediaBox", "0.00 0.00 198.00 270.00"),
        ("BleedBox", "0.00 0.00 198.00 270.00"),
        ("TrimBox", "9.00 9.00 189.00 261.00"),
    ):
        rows = [line.split(":")[1].split() for line in run.stdout.splitlines() if name in line]
        assert {" ".join(row) for row in rows} == {expected}


def test_every_font_is_embedded_and_subset(pdf: Path) -> None:
    run = subprocess.run(["pdffonts", pdf], capture_output=True, text=True, check=True)
    fonts = run.stdout.splitlines()[2:]
    assert fonts
    assert all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in fonts), run.stdout


Change = Callable[[Any], None]


def _first_content(pdf: Any, code: bytes) -> None:
    pdf.pages[0].contents_add(Stream(pdf, code))


def _resource(pdf: Any, kind: str, name: str, value: Any) -> None:
    resources = pdf.pages[0].obj.Resources
    if kind not in resources:
        resources[kind] = Dictionary()
    resources[kind][name] = value


def _state(pdf: Any, **entries: Any) -> None:
    _resource(pdf, "/ExtGState", "/Odd", Dictionary(**entries))


def _image(pdf: Any) -> Any:
    made = Stream(pdf, bytes(4))
    made.Type, made.Subtype = Name.XObject, Name.Image
    made.Width = made.Height = 1
    made.BitsPerComponent, made.ColorSpace = 8, Name.DeviceCMYK
    _resource(pdf, "/XObject", "/Odd", pdf.make_indirect(made))
    return made


def _masked(pdf: Any) -> None:
    mask = _image(pdf)
    mask.ColorSpace = Name.DeviceGray
    _image(pdf).SMask = mask


def _rgb_image(pdf: Any) -> None:
    _image(pdf).ColorSpace = Name.DeviceRGB


def _based(pdf: Any) -> None:
    profile = Stream(pdf, srgb_profile(), N=3)
    space = Array([Name.ICCBased, pdf.make_indirect(profile)])
    _resource(pdf, "/ColorSpace", "/Odd", space)


def _packed(pdf: Any) -> None:
    """A comment, packed with LZW: a clear code, nine bits a byte, an end code."""
    codes = [256, *b"% packed", 257]
    bits = "".join(f"{code:09b}" for code in codes)
    data = int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")
    stream = Stream(pdf, b"")
    stream.write(data, filter=Name.LZWDecode)
    pdf.pages[0].contents_add(stream)


def _bare_font(pdf: Any) -> None:
    for thing in pdf.objects:
        if isinstance(thing, Dictionary) and "/FontFile2" in thing:
            del thing["/FontFile2"]


def _profile(pdf: Any, data: bytes) -> None:
    pdf.Root.OutputIntents[0].DestOutputProfile.write(data)


def _second_intent(pdf: Any) -> None:
    pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])


def _script(pdf: Any) -> None:
    action = Dictionary(S=Name.JavaScript, JS=String("app.beep()"))
    pdf.Root.OpenAction = action


def _attached(pdf: Any) -> None:
    pdf.attachments["notes.txt"] = b"hello"


def _layer(pdf: Any) -> None:
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("guides")))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(Name=String("x")))


def _note(pdf: Any) -> None:
    box = Array([20, 20, 40, 40])
    pdf.pages[0].obj.Annots = Array([Dictionary(Subtype=Name.Text, Rect=box)])


def _untrimmed(pdf: Any) -> None:
    del pdf.pages[1].obj["/TrimBox"]


def _outside(pdf: Any) -> None:
    pdf.pages[0].obj.TrimBox = Array([9, 9, 199, 261])


def _both_boxes(pdf: Any) -> None:
    pdf.pages[0].obj.ArtBox = Array([9, 9, 189, 261])


def _told(pdf: Any, key: str, value: Any) -> None:
    if value is None:
        del pdf.trailer.Info[key]
    else:
        pdf.trailer.Info[key] = value


def _unsaid(pdf: Any, key: str) -> None:
    del pdf.Root.OutputIntents[0][key]


def _transparent_form(pdf: Any) -> None:
    made = _image(pdf)
    made.Subtype, made.BBox = Name.Form, Array([0, 0, 1, 1])
    made.Group = Dictionary(S=Name.Transparency)
    made.write(b"")


def _type3(pdf: Any) -> None:
    """A standard font that nobody embedded."""
    _resource(pdf, "/Font", "/Odd", Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica))  # fmt: skip


def _monitor() -> bytes:
    data = bytearray(shipped_profile().data)
    data[12:16] = b"mntr"
    return bytes(data)


RGB_SHADE = Dictionary(
    ShadingType=2,
    ColorSpace=Name.DeviceRGB,
    Coords=Array([0, 0, 1, 1]),
    Function=Dictionary(
        FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0]), C1=Array([1, 1, 1]), N=1
    ),
)

MUTATIONS: list[tuple[str, str, Change]] = [
    ("claim", "no version", partial(_told, key="/GTS_PDFXVersion", value=None)),
    ("claim", "another version", partial(
        _told, key="/GTS_PDFXVersion", value=String("PDF/X-3:2003"))),
    ("claim", "no conformance", partial(_told, key="/GTS_PDFXConformance", value=None)),
    ("description", "no title", partial(_told, key="/Title", value=None)),
    ("description", "no date", partial(_told, key="/ModDate", value=None)),
    ("description", "a date in words", partial(
        _told, key="/CreationDate", value=String("1 May"))),
    ("trapped", "unknown", partial(_told, key="/Trapped", value=Name.Unknown)),
    ("trapped", "missing", partial(_told, key="/Trapped", value=None)),
    ("trapped", "a text", partial(_told, key="/Trapped", value=String("False"))),
    ("one_intent", "two", _second_intent),
    ("one_intent", "none", lambda pdf: pdf.Root.__delitem__("/OutputIntents")),
    ("intent_words", "no condition", partial(_unsaid, key="/OutputConditionIdentifier")),
    ("intent_words", "no info", partial(_unsaid, key="/Info")),
    ("intent_profile", "missing", partial(_unsaid, key="/DestOutputProfile")),
    ("intent_profile", "for a monitor", partial(_profile, data=_monitor())),
    ("intent_profile", "cut short", partial(_profile, data=shipped_profile().data[:-4])),
    ("boxes", "no trim box", _untrimmed),
    ("boxes", "trim outside bleed", _outside),
    ("boxes", "trim and art box", _both_boxes),
    ("colors", "rg", partial(_first_content, code=b"1 0 0 rg")),
    ("colors", "RG", partial(_first_content, code=b"1 0 0 RG")),
    ("colors", "cs DeviceRGB", partial(_first_content, code=b"/DeviceRGB cs")),
    ("colors", "picture", _rgb_image),
    ("colors", "gradient", partial(
        _resource, kind="/Shading", name="/Odd", value=RGB_SHADE)),
    ("colors", "a profile of its own", _based),
    ("transparency", "soft mask", _masked),
    ("transparency", "opacity", partial(_state, ca=0.5)),
    ("transparency", "opacity of lines", partial(_state, CA=0.5)),
    ("transparency", "blend mode", partial(_state, BM=Name.Multiply)),
    ("transparency", "soft mask of a state", partial(
        _state, SMask=Dictionary(S=Name.Luminosity))),
    ("transparency", "group", _transparent_form),
    ("layers", "layers", _layer),
    ("fonts", "program left out", _bare_font),
    ("fonts", "standard font", _type3),
    ("lzw", "packed", _packed),
    ("actions", "script", _script),
    ("actions", "page", lambda pdf: pdf.pages[0].obj.__setitem__("/AA", Dictionary())),
    ("attachments", "file", _attached),
    ("forms", "form", lambda pdf: pdf.Root.__setitem__("/AcroForm", Dictionary())),
    ("notes", "annotation", _note),
    ("postscript", "XObject", lambda pdf: _image(pdf).__setitem__("/Subtype", Name.PS)),
    ("press_settings", "transfer curve", partial(_state, TR=Name.Identity)),
    ("press_settings", "OPI", lambda pdf: _image(pdf).__setitem__("/OPI", Dictionary())),
    ("new_filters", "JPEG 2000", lambda pdf: _image(pdf).write(b"", filter=Name.JPXDecode)),
]  # fmt: skip


def _saved(source: Path, target: Path, change: Change | None, **options: Any) -> Path:
    with pikepdf.open(source) as pdf:
        if change:
            change(pdf)
        given = {"force_version": "1.4", "object_stream_mode": pikepdf.ObjectStreamMode.disable}
        pdf.save(target, **{"compress_streams": False, **given, **options})
    return target


def test_saving_again_breaks_no_clause(small: Path, tmp_path: Path) -> None:
    assert checker.failed(_saved(small, tmp_path / "same.pdf", None)) == {}


@pytest.mark.parametrize(
    ("clause", "what", "change"), MUTATIONS, ids=[f"{row[0]}: {row[1]}" for row in MUTATIONS]
)
def test_a_mutated_file_breaks_its_clause_and_no_other(
    small: Path, tmp_path: Path, clause: str, what: str, change: Change
) -> None:
    assert list(checker.failed(_saved(small, tmp_path / "odd.pdf", change))) == [clause], what


def test_the_files_own_form_is_checked_too(small: Path, tmp_path: Path) -> None:
    made = tmp_path / "odd.pdf"
    assert list(checker.failed(_saved(small, made, None, force_version="1.5"))) == ["version"]
    new = {"force_version": "1.5", "object_stream_mode": pikepdf.ObjectStreamMode.generate}
    made.write_bytes(_saved(small, made, None, **new).read_bytes().replace(b"-1.5", b"-1.4", 1))
    assert list(checker.failed(made)) == ["old_structure"]
    lock = pikepdf.Encryption(owner="x", user="", R=3, aes=False, metadata=False)
    assert list(checker.failed(_saved(small, made, None, encryption=lock))) == ["encryption"]
    made.write_bytes(small.read_bytes().replace(b"/ID [", b"/XD ["))
    assert list(checker.failed(made)) == ["identity"]


def test_every_clause_has_a_file_that_breaks_it() -> None:
    elsewhere = {"version", "old_structure", "encryption", "identity"}
    names = {clause.__name__ for clause in checker.X1A}
    assert {clause for clause, _, _ in MUTATIONS} | elsewhere == names


# --- ink -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_pixel_takes_more_ink_than_the_limit(whole: Path, flat: Path) -> None:
    """Two backs, letters, motifs; as Ghostscript separates them."""
    for page in [*inks(whole, "1,2,60,120,335,337,338,400", 300), *inks(flat, "1,2", 300)]:
        assert percent(page).max() <= 240 + 0.8


@pytest.mark.slow
def test_nothing_in_the_file_asks_for_more_ink(pdf: Path) -> None:
    assert 100 <= checker.ink_percent(checker.Opened.read(pdf)) <= 240


@pytest.mark.slow
def test_a_lower_limit_is_kept_too(tmp_path: Path) -> None:
    write(drivethru, tmp_path / "out", clear(), "limit=160")
    made = tmp_path / "out" / "tiny.pdf"
    assert checker.ink_percent(checker.Opened.read(made)) <= 160
    assert max(percent(page).max() for page in inks(made, "1,2")) <= 160.8
    ink = json.loads((tmp_path / "out" / "manifest.json").read_bytes())["ink"]
    assert ink["limit_percent"] == 160
    assert 0 < ink["limit_costs_delta_e"]["mean"] < ink["limit_costs_delta_e"]["largest"]


def test_the_ink_meter_reads_full_ink_as_400_percent(small: Path, tmp_path: Path) -> None:
    _saved(small, tmp_path / "odd.pdf", partial(
        _first_content, code=b"1 1 1 1 k 0 0 99 99 re f"))  # fmt: skip
    assert percent(inks(tmp_path / "odd.pdf", "1")[0]).max() == pytest.approx(400)
    assert checker.ink_percent(checker.Opened.read(tmp_path / "odd.pdf")) == 400


def test_dark_text_and_lines_are_black_ink_alone(small: Path) -> None:
    front = inks(small, "2", 600)[0]
    solid = front[front[..., 3] > 250]
    assert len(solid) > 500
    assert solid.max(axis=0).tolist() == [0, 0, 0, 255]
    name = front[round(10 / 25.4 * 600) :][: round(12 / 25.4 * 600)]
    assert (name[..., 3] == 255).any(), "the name"
    across = front[front.shape[0] // 2 :, front.shape[1] // 2]
    assert (across[:, 3] == 255).any(), "the frame"


def test_colours_have_the_ink_that_the_profile_gives_them(small: Path) -> None:
    front = inks(small, "2", 150)[0]
    table = separate(shipped_profile(), 240)
    for place, color in (((30, 200), "e8d8b0"), ((281, 206), "c06020")):
        wanted = np.array(table.ink(Color(*bytes.fromhex(color)))) * 255
        assert np.abs(front[place].astype(int) - wanted).max() <= 1.5


# --- cards -----------------------------------------------------------------------------------


def test_pages_are_back_front_back_front(whole: Path) -> None:
    told = json.loads((whole.parent / "manifest.json").read_bytes())["files"][0]["pages"]
    assert len(told) == 432
    assert [page["side"] for page in told] == ["back", "front"] * 216
    assert [page["page"] for page in told] == list(range(1, 433))
    assert told[0] == {
        "page": 1, "side": "back", "deck": "letters", "card": "a-red", "copy": 1,
        "source": "letters.yaml:4",
    } | {"source": told[0]["source"]}  # fmt: skip
    assert told[0]["source"].startswith("letters.yaml:")
    with pikepdf.open(whole) as opened:
        shown = [_shown(page) for page in opened.pages]
    backs, fronts = shown[::2], shown[1::2]
    assert len(set(backs[:168])) == len(set(backs[168:])) == 1
    assert len(set(backs)) == 2
    assert len(set(fronts)) == 182
    assert not set(backs) & set(fronts)


def _shown(page: Any) -> tuple[Any, ...]:
    forms = page.Resources.XObject
    return tuple(forms[key].objgen for key in sorted(forms.keys()))


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 101, 300, 337, 338, 431, 432])
def test_each_page_shows_its_card(whole: Path, number: int) -> None:
    """Ghostscript's inks, seen through the profile, beside the raster that PNGs are made of."""
    told = json.loads((whole.parent / "manifest.json").read_bytes())["files"][0]["pages"]
    page = told[number - 1]
    card = next(
        card
        for deck in novelty().game.decks
        for card in deck.cards
        if (card.deck, card.id) == (page["deck"], page["card"])
    )
    bound = card.back if page["side"] == "back" else card.front
    assert bound is not None
    wanted = raster(novelty().scenes[bound], novelty(), 150).astype(int)
    proof = seen(inks(whole, str(number), 600)[0]).astype(int)
    height, width = wanted.shape[:2]
    grown = (proof.shape[0] - height * 4) // 2, (proof.shape[1] - width * 4) // 2
    same = proof[grown[0] :, grown[1] :][: height * 4, : width * 4]
    shrunk = same.reshape(height, 4, width, 4, 3).mean(axis=(1, 3))
    apart = np.abs(shrunk - wanted).mean()
    assert apart < 5, apart
    other = raster(novelty().scenes[novelty().game.decks[1].cards[5].front], novelty(), 150)
    assert np.abs(other - wanted).mean() > 2 * apart, "another card is told apart"


def test_each_distinct_face_is_in_the_file_once(whole: Path) -> None:
    assert whole.stat().st_size < 8_000_000
    with pikepdf.open(whole) as opened:
        pictures = [o for o in opened.objects if isinstance(o, Stream) and "/Width" in o]
        assert len(pictures) == 2 + 4  # two papers; two patches on each back


def test_text_can_be_searched(whole: Path) -> None:
    assert _text(whole, 2).split()[0] == "a"
    assert _text(whole, 337) == ""
    assert _text(whole, 338).startswith("Chaotic Neutral\n")


def _text(pdf: Path, page: int) -> str:
    command = ["pdftotext", "-f", str(page), "-l", str(page), str(pdf), "-"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    said: str = run.stdout
    return said.strip()


def test_the_manifest_names_what_became_pixels(flat: Path, small: Path) -> None:
    told = json.loads((flat.parent / "manifest.json").read_bytes())["files"][0]["flattened"]
    assert [(row["card"], row["side"]) for row in told] == [
        ("wyvern", "front"), ("wyvern", "back"), ("basilisk", "front"),
    ]  # fmt: skip
    assert told[0]["patches"][0]["text"] == "below"
    assert told[0]["patches"][0]["dpi"] == 600
    plain = json.loads((small.parent / "manifest.json").read_bytes())
    assert plain["files"][0]["flattened"] == []
    assert plain["profile"]["condition"] == "CGATS TR 006"


def test_the_same_game_gives_the_same_bytes(flat: Path, tmp_path: Path) -> None:
    write(drivethru, tmp_path / "again", clear())
    for file in ("tiny.pdf", "manifest.json"):
        assert (tmp_path / "again" / file).read_bytes() == (flat.parent / file).read_bytes()


def test_many_workers_write_the_same_bytes_as_one(flat: Path, tmp_path: Path) -> None:
    with Workers(2) as workers:
        write(drivethru, tmp_path / "out", replace(clear(), workers=workers))
    assert (tmp_path / "out" / "tiny.pdf").read_bytes() == flat.read_bytes()


def test_progress_reaches_its_end(tmp_path: Path) -> None:
    steps: list[tuple[str, int, int]] = []
    job = replace(clear(), progress=lambda *step: steps.append(step))
    write(drivethru, tmp_path / "out", job)
    assert steps[-1] == ("pages", 6, 6)
    assert ("transparency", 5, 5) in steps


@pytest.mark.slow
def test_jpegs_are_smaller_look_the_same_and_keep_the_limit(whole: Path, tmp_path: Path) -> None:
    write(drivethru, tmp_path / "out", novelty(), "jpeg=85")
    packed = tmp_path / "out" / "novelty.pdf"
    assert checker.failed(packed) == {}
    assert packed.stat().st_size < 0.85 * whole.stat().st_size
    assert checker.ink_percent(checker.Opened.read(packed)) <= 240
    for exact, lossy in zip(inks(whole, "1,2"), inks(packed, "1,2"), strict=True):
        assert percent(lossy).max() <= 240.8
        assert np.abs(exact.astype(int) - lossy).mean() < 3


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ("profil=x", "`drivethru` has no option `profil`", "did you mean `profile`?"),
        ("limit=241", "`limit=241` is not possible", "150 to 240"),
        ("limit=much", "`limit=much` is not possible", "150 to 240"),
        ("size=tarot", "`size=tarot` is not possible", "poker, any"),
        ("profile=nowhere.icc", "the profile `nowhere.icc` does not exist", "working folder"),
    ],
)
def test_an_impossible_option_says_what_to_write(
    tmp_path: Path, asked: str, message: str, hint: str
) -> None:
    with pytest.raises(OptionError) as caught:
        write(drivethru, tmp_path / "out", tiny(), asked)
    assert str(caught.value) == message
    assert hint in caught.value.hint
    assert not (tmp_path / "out").exists()


def test_a_deck_without_backs_is_refused(tmp_path: Path) -> None:
    bare = job_of(MemoryGame(files(game_yaml=GAME.replace(", back: own", ""))))
    with pytest.raises(UnsuitableError, match="`beasts` has no back") as caught:
        write(drivethru, tmp_path / "out", bare)
    assert "`back:`" in caught.value.hint


def test_other_sizes_are_refused_unless_asked_for(tmp_path: Path) -> None:
    tarot = job_of(MemoryGame(files(game_yaml=GAME.replace("poker", "tarot"))))
    with pytest.raises(UnsuitableError, match=r"is tarot \(2.75 × 4.75 in\)") as caught:
        write(drivethru, tmp_path / "out", tarot)
    assert "size=any" in caught.value.hint
    write(drivethru, tmp_path / "out", tarot, "size=any")
    assert checker.failed(tmp_path / "out" / "tiny.pdf") == {}
    with pikepdf.open(tmp_path / "out" / "tiny.pdf") as opened:
        assert [float(v) for v in opened.pages[0].mediabox] == [0, 0, 216, 360]


def test_a_face_without_bleed_is_told_in_the_last_line(tmp_path: Path) -> None:
    bare = GAME.replace("size: poker", "size: bare") + "sizes: {bare: {like: poker, bleed: 0mm}}\n"
    told = write(drivethru, tmp_path / "out", job_of(MemoryGame(files(game_yaml=bare))))
    assert "`beasts` 0 mm: the rest is its edge" in str(told)


# --- profiles --------------------------------------------------------------------------------


def test_the_users_own_profile_is_found_in_the_game_folder_and_used(tmp_path: Path) -> None:
    data = bytearray(shipped_profile().data)
    data[8] = 4
    (tmp_path / "press.icc").write_bytes(data)
    job = replace(tiny(), folder=tmp_path)
    said = write(drivethru, tmp_path / "out", job, "profile=press.icc")
    assert said.endswith("the profile is of ICC version 4, PDF 1.4 knows version 2")
    with pikepdf.open(tmp_path / "out" / "tiny.pdf") as opened:
        intent = opened.Root.OutputIntents[0]
        assert intent.DestOutputProfile.read_bytes() == bytes(data)
        assert str(intent.OutputConditionIdentifier) == "cardgen coated 240 (CGATS TR 006)"
        assert "/RegistryName" not in intent


@pytest.mark.parametrize("data", [b"", b"no profile", srgb_profile()])
def test_what_is_no_press_profile_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "odd.icc").write_bytes(data)
    with pytest.raises(OptionError, match=r"the profile `.*odd\.icc` (is no|describes no)"):
        write(drivethru, tmp_path / "out", tiny(), f"profile={tmp_path / 'odd.icc'}")


def test_pdfium_draws_the_pages(small: Path) -> None:
    opened = Raster(small.read_bytes())
    assert len(opened) == 6
    assert opened.page(1, (198, 270)).std() > 10
    opened.close()


GRAY_TO_K = Path("/usr/share/color/icc/ghostscript/gray_to_k.icc")
CANNOT = r"the profile `.*` cannot turn colors into ink and back"


@pytest.mark.skipif(not GRAY_TO_K.exists(), reason="comes with Ghostscript")
@pytest.mark.parametrize("target", [drivethru, pdfx4])
def test_a_profile_that_is_a_step_of_some_program_is_refused(target: Any, tmp_path: Path) -> None:
    """It says that it is of a CMYK press, and opens, but colours cannot go through it."""
    with pytest.raises(OptionError, match=CANNOT) as caught:
        write(target, tmp_path / "out", tiny(), f"profile={GRAY_TO_K}")
    assert caught.value.option == "profile"
    assert "CMYK profile that the printer names" in caught.value.hint


def test_a_profile_through_which_no_colour_goes_is_no_fault_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise OSError("Could not determine profile size")

    (tmp_path / "odd.icc").write_bytes(shipped_profile().data)
    monkeypatch.setattr(ImageCms, "applyTransform", fails)
    with pytest.raises(OptionError, match=CANNOT):
        write(drivethru, tmp_path / "out", tiny(), f"profile={tmp_path / 'odd.icc'}")
