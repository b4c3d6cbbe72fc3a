"""Orders for mpc-autofill, held against what its desktop tool reads; and the order guide.

The rules are those of the tool's source as the reference restates them, each of them a line
of `faults`, and each is shown to be able to fail.
"""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image
from pydantic import TypeAdapter

from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Report, plural
from cardgen.core.sizes import Size, find_bracket, list_stock_codes, load_sizes
from cardgen.files.memory_game import MemoryGame
from cardgen.files.output_folder import replace_output
from cardgen.pipeline.inspection import inspect_game
from cardgen.read.models.game_file import OrderSpec
from cardgen.render.workers.pool import Workers
from cardgen.targets.contract import OptionError
from cardgen.targets.mpc.guide import write_order_guide
from cardgen.targets.mpc.sides import list_sides
from cardgen.targets.mpc.target import MpcTarget
from cardgen.targets.shared.print_slots import Order, split_orders
from tests.support.target_runs import run_target, write_targets

mpc = MpcTarget()

STOCKS = {
    "(S27) Smooth", "(S30) Standard Smooth", "(S33) Superior Smooth", "(M31) Linen",
    "(P10) Plastic",
}  # fmt: skip
LAYOUTS = """\
layouts:
  face:
    bleed:
      - {shape: rectangle, fill: "#eeeeee"}
      - {shape: rectangle, fill: "#{{ hue }}", width: 30mm, height: 30mm}
  one: {bleed: [{shape: rectangle, fill: "#224466"}]}
  two: {bleed: [{shape: rectangle, fill: "#664422"}]}
"""
BEASTS = """\
- {id: fox, hue: aa3311, copies: 3}
- {id: hen, hue: ddaa33}
"""
ODD = """\
- {id: owl, hue: 3355aa, back: one}
- {id: elk, hue: 225533, back: two, copies: 2}
"""
DECKS = """\
  beasts: {cards: beasts.yaml, size: game, front: face, back: one}
  odd & ends: {cards: odd.yaml, size: game, front: face, back: "{{ back }}"}
"""
LONE = "  beasts: {cards: beasts.yaml, size: game, front: face}\n"


def game(decks: str = DECKS, order: str = "", beasts: str = BEASTS) -> MemoryGame:
    text = f"game: Fox & Hen\ndecks:\n{decks}{order}"
    files = {"game.yaml": text, "layouts.yaml": LAYOUTS, "beasts.yaml": beasts, "odd.yaml": ODD}
    return MemoryGame(files)


def build(made: MemoryGame, folder: Path) -> Path:
    """The folder of the target `mpc`, at 100 dpi."""
    report = Report()
    checked = inspect_game(made, report, checks=())
    assert checked is not None
    assert report.count("error") == 0, report.findings

    def silent(_what: str, _done: int, _total: int) -> None: ...

    with Workers(1) as workers:
        write_targets(replace(checked.job(100, silent), workers=workers), {"mpc": {}}, folder)
    return folder / "mpc"


@pytest.fixture(scope="module")
def ordered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(game(), tmp_path_factory.mktemp("ordered")) / "game"


def xml_of(folder: Path) -> Path:
    (found,) = folder.glob("*.xml")
    return found


def test_the_tools_project_is_named_after_the_game(ordered: Path, tmp_path: Path) -> None:
    """It takes the name of the file; of an order that is split, each part has its own."""
    assert xml_of(ordered).stem == "fox-hen"
    many = "- {id: fox, hue: aa3311, copies: 600}\n- {id: hen, hue: ddaa33, copies: 30}\n"
    built = build(game(LONE, beasts=many), tmp_path)
    names = [xml_of(built / name).stem for name in ("game-1", "game-2")]
    assert names == ["fox-hen-1", "fox-hen-2"]


def test_the_guide_says_that_the_tool_needs_the_whole_path(ordered: Path) -> None:
    guide = " ".join((ordered / "ORDER.md").read_text("utf-8").split())
    assert f"`{xml_of(ordered).name}` is this order" in guide
    assert "`--directory` and the whole path of this folder (a relative one fails)" in guide


# --- the tool's rules ------------------------------------------------------------------------


def faults(text: str, folder: Path) -> Iterator[str]:
    """What the desktop tool, started in `folder`, would refuse or silently do wrong."""
    try:
        root = ET.fromstring(text.encode("utf-8"))
    except ET.ParseError as error:
        yield f"not well-formed: {error}"
        return
    yield from in_details(root)
    yield from in_slots(root)
    for card in root.iter("card"):
        path = card.findtext("id", "")
        if card.findtext("sourceType") != "Local File":
            yield "a file that is not local"
        if card.findtext("name") != path.rpartition("/")[2] or not card.findtext("query"):
            yield "a card without its name"
        yield from unreadable(folder, path)
    cardback = root.findtext("cardback")
    if cardback:
        yield from unreadable(folder, cardback)


def in_details(root: ET.Element) -> Iterator[str]:
    stock, foil = root.findtext("details/stock"), root.findtext("details/foil")
    if root.tag != "order" or not 1 <= quantity_of(root) <= 612:
        yield "no order of 1 to 612 cards"
    if stock not in STOCKS:
        yield "a stock that the tool refuses"
    if foil not in ("true", "false"):
        yield "foil that the tool passes over"
    if foil == "true" and stock == "(P10) Plastic":
        yield "foil on plastic"


def in_slots(root: ET.Element) -> Iterator[str]:
    fronts, backs = slots(root, "fronts"), slots(root, "backs")
    wanted = list(range(quantity_of(root)))
    if sorted(fronts) != wanted:
        yield "front slots that are missing, twice there or too many"
    if len(set(backs)) != len(backs) or not set(backs) <= set(wanted):
        yield "back slots that are twice there or too many"
    if not root.findtext("cardback") and set(backs) != set(wanted):
        yield "cards without a back"


def quantity_of(root: ET.Element) -> int:
    return int(root.findtext("details/quantity", "0"))


def slots(root: ET.Element, side: str) -> list[int]:
    texts = [card.findtext("slots", "") for card in root.findall(f"{side}/card")]
    return [int(slot) for text in texts for slot in text.split(",")]


def unreadable(folder: Path, path: str) -> Iterator[str]:
    """Paths start at the folder that the tool is started in."""
    if not path.startswith("./") or not (folder / path).is_file():
        yield f"no file {path}"
        return
    with Image.open(folder / path) as image:
        if image.mode != "RGB" or image.size != (272, 370):
            yield f"a picture of {image.size}"


def test_the_desktop_tool_takes_the_order_as_it_is(ordered: Path) -> None:
    assert list(faults(xml_of(ordered).read_text("utf-8"), ordered)) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("<quantity>7", "<quantity>8", "front slots"),
        ("<quantity>7", "<quantity>700", "1 to 612"),
        ("<slots>0,1,2<", "<slots>0,1<", "front slots"),
        ("<slots>3<", "<slots>3,0<", "front slots"),
        ("(S30) Standard Smooth", "(S30) Smooth", "stock"),
        ("<foil>false", "<foil>False", "foil"),
        ("<foil>false", "<foil>", "foil"),
        ("odd &amp; ends elk", "odd & ends elk", "not well-formed"),
        ("./fronts/001", "./fronts/999", "no file"),
        ("./backs/001", "backs/001", "no file"),
        ("<cardback>./backs/001-beasts-back.png", "<cardback>", "without a back"),
        ("Local File", "Google Drive", "not local"),
        ("<name>004-beasts-hen.png", "<name>hen", "its name"),
    ],
)
def test_each_rule_of_the_tool_can_fail(ordered: Path, old: str, new: str, found: str) -> None:
    text = xml_of(ordered).read_text("utf-8")
    assert old in text
    assert any(found in fault for fault in faults(text.replace(old, new), ordered))


def test_foil_on_plastic_can_fail(ordered: Path) -> None:
    text = xml_of(ordered).read_text("utf-8")
    text = text.replace("(S30) Standard Smooth", "(P10) Plastic").replace(">false<", ">true<")
    assert list(faults(text, ordered)) == ["foil on plastic"]


def test_a_back_that_is_named_twice_can_fail(ordered: Path) -> None:
    text = xml_of(ordered).read_text("utf-8")
    back = re.search(r"<backs>\s*(<card>.*?</card>)", text, re.DOTALL)
    assert back
    doubled = text.replace(back[1], back[1] * 2)
    assert any("back slots" in fault for fault in faults(doubled, ordered))


def test_equal_faces_are_one_card_and_only_other_backs_are_named(ordered: Path) -> None:
    root = ET.parse(xml_of(ordered)).getroot()
    assert [card.findtext("slots") for card in root.findall("fronts/card")] == [
        "0,1,2", "3", "4", "5,6",
    ]  # fmt: skip
    assert [card.findtext("slots") for card in root.findall("backs/card")] == ["5,6"]
    assert root.findtext("cardback") == "./backs/001-beasts-back.png"


def test_every_slot_shows_the_file_that_lies_there_for_uploading_by_hand(ordered: Path) -> None:
    """Slot for slot the same picture, whether a person or the tool places it."""
    root = ET.parse(xml_of(ordered)).getroot()
    by_hand = sorted((ordered / "fronts").glob("*.png"))
    for card in root.findall("fronts/card"):
        shown = (ordered / card.findtext("id", "")).read_bytes()
        for slot in card.findtext("slots", "").split(","):
            assert by_hand[int(slot)].read_bytes() == shown


def test_a_game_without_backs_brings_a_blank_one(tmp_path: Path) -> None:
    folder = build(game(LONE), tmp_path) / "game"
    assert list(faults(xml_of(folder).read_text("utf-8"), folder)) == []
    with Image.open(folder / "blank-back.png") as image:
        assert image.getextrema() == ((255, 255),) * 3


def test_more_cards_than_one_order_holds_are_several_files(tmp_path: Path) -> None:
    many = "- {id: fox, hue: aa3311, copies: 600}\n- {id: hen, hue: ddaa33, copies: 30}\n"
    built = build(game(LONE, beasts=many), tmp_path)
    quantities = []
    for name in ("game-1", "game-2"):
        text = xml_of(built / name).read_text("utf-8")
        assert list(faults(text, built / name)) == []
        quantities.append(re.findall(r"<quantity>(\d+)", text)[0])
    assert quantities == ["612", "18"]


def test_foil_is_asked_for_in_the_tools_own_word(tmp_path: Path) -> None:
    folder = build(game(LONE, "order: {foil: yes, stock: S33}\n"), tmp_path) / "game"
    text = xml_of(folder).read_text("utf-8")
    assert list(faults(text, folder)) == []
    assert "<foil>true</foil>" in text
    assert "<stock>(S33) Superior Smooth</stock>" in text


# --- where there is none ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "order", "why"),
    [
        ("poker", "", "orders the 63 × 88 mm product only, and these are `poker` cards"),
        ("game", "order: {stock: A35}\n", "does not know the stock A35; it knows S27, S30"),
        ("game", "order: {stock: P10, foil: yes}\n", "no foil on the stock P10"),
    ],
)
def test_where_the_tool_cannot_order_there_is_no_file_and_the_guide_says_why(
    tmp_path: Path, size: str, order: str, why: str
) -> None:
    folder = build(game(LONE.replace("game,", f"{size},"), order), tmp_path) / size
    assert not list(folder.glob("*.xml"))
    assert not (folder / "blank-back.png").exists()
    assert why in (folder / "ORDER.md").read_text("utf-8")


def found(size: str, order: str) -> list[tuple[str, str]]:
    report = Report()
    checks = all_checks(pixels=False)
    inspect_game(game(LONE.replace("game,", f"{size},"), order), report, checks=checks)
    wanted = ("autofill-stock", "stock-foil")
    return [(f.code, f.severity) for f in report.findings if f.code in wanted]


@pytest.mark.parametrize(
    ("size", "order", "codes"),
    [
        ("game", "order: {stock: A35}\n", [("autofill-stock", "warning")]),
        ("poker", "order: {stock: A35}\n", []),
        ("game", "order: {stock: M31}\n", []),
        ("poker", "order: {stock: P10, foil: yes}\n", [("stock-foil", "error")]),
        ("game", "order: {stock: P10}\n", []),
    ],
)
def test_a_stock_that_cannot_be_ordered_so_is_a_finding(
    size: str, order: str, codes: list[tuple[str, str]]
) -> None:
    assert found(size, order) == codes


# --- the guide -------------------------------------------------------------------------------

SOLD = [size for size in load_sizes().values() if size.product]


@pytest.fixture(scope="module")
def small() -> Order:
    """An order of 7 cards, of any size once it is replaced."""
    checked = inspect_game(game(), Report(), checks=())
    assert checked is not None
    (order,) = split_orders(checked.bound.decks, checked.laid.scenes)
    return order


@pytest.mark.parametrize("size", SOLD, ids=lambda size: size.name)
def test_the_guide_says_what_to_click_for_every_product(small: Order, size: Size) -> None:
    order = replace(small, size=size, name=size.name)
    spec = OrderSpec.model_validate({"stock": "S33"})
    guide = write_order_guide("Fox & Hen", order, list_sides(order), spec, dpi=300, obstacle="…")
    numbers = [int(n) for n in re.findall(r"^\| (\d+) \| .+ \| .+ \|$", guide, re.MULTILINE)]
    assert numbers == list(range(1, 11))
    for word in (size.product, size.code, "(S33) Superior Smooth", "7 cards"):
        assert word in guide
    assert "{} × {} pixels".format(*size.pixels(300)) in guide
    assert f"at most {size.max_cards} in one order" in guide


def test_the_guide_names_the_cheapest_bracket_and_the_blanks(small: Order) -> None:
    spec = OrderSpec.model_validate({})
    for count in (1, 17, 18, 19, 612):
        many = tuple(itertools.islice(itertools.cycle(small.slots), count))
        order = replace(small, slots=many)
        guide = write_order_guide("Fox", order, list_sides(order), spec, dpi=300)
        fitting = find_bracket(order.size, count)
        assert fitting is not None
        blanks = plural(fitting - count, "blank") if fitting > count else "no blanks"
        assert f"| bracket | {fitting} cards ({blanks}) |" in guide


def test_the_guide_of_one_of_several_orders_names_the_others(small: Order) -> None:
    spec = OrderSpec.model_validate({})
    part = replace(small, name="game-2", parts=("game-1", "game-2", "game-3"))
    guide = write_order_guide("Fox", part, list_sides(part), spec, dpi=300)
    assert "| order | 2 of 3: the other game cards are in `../game-1/`, `../game-3/` |" in guide
    alone = write_order_guide("Fox", small, list_sides(small), spec, dpi=300)
    assert "| order |" not in alone


def test_one_card_and_one_blank_are_counted_in_the_singular(small: Order) -> None:
    spec = OrderSpec.model_validate({})
    one, many = small.slots[:1], tuple(itertools.islice(itertools.cycle(small.slots), 17))
    guides = [
        write_order_guide("Fox", order, list_sides(order), spec, dpi=300)
        for order in (replace(small, slots=one), replace(small, slots=many))
    ]
    assert guides[0].startswith("# Fox: ordering 1 card from")
    assert "| quantity | 1 card of at most 612 in one order |" in guides[0]
    assert "| bracket | 18 cards (1 blank) |" in guides[1]
    assert not re.search(r"\b1 (cards|blanks)", "".join(guides))


def test_the_guide_does_not_promise_backs_that_there_are_not(small: Order) -> None:
    spec = OrderSpec.model_validate({"foil": "yes"})
    both = list_sides(small)
    foil = ", holographic foil on the front"
    for made, said in ((both, "on both sides"), (both[:1], "on the front, the back stays blank")):
        guide = write_order_guide("Fox", small, made, spec, dpi=300)
        assert guide.count(f"full color {said}{foil} |") == 2


def test_the_guide_says_to_choose_packaging(small: Order) -> None:
    guide = write_order_guide(
        "Fox", small, list_sides(small), OrderSpec.model_validate({}), dpi=300
    )
    assert re.search(r"^\| 6 \| packaging \| shrink-wrapped, or ", guide, re.MULTILINE)


# --- files that the service would print badly ------------------------------------------------


@pytest.mark.parametrize(("dpi", "coarse"), [(100, True), (299, True), (300, False), (600, False)])
def test_files_of_too_few_pixels_are_not_to_be_uploaded(
    small: Order, dpi: int, coarse: bool
) -> None:
    guide = write_order_guide(
        "Fox", small, list_sides(small), OrderSpec.model_validate({}), dpi=dpi
    )
    warning = f"**Do not upload these files: they have {dpi} dpi.**"
    assert (guide.splitlines()[2].startswith(warning)) is coarse
    assert ("Do not upload" in guide) is coarse


@pytest.mark.parametrize(
    ("dpi", "end"),
    [
        (100, "; only 100 dpi, do not upload them: the service asks for 300"),
        (300, "7 cards as 14 PNGs and 2 PDFs, 11 blanks to the next bracket"),
    ],
)
def test_the_run_says_that_files_are_too_coarse(tmp_path: Path, dpi: int, end: str) -> None:
    checked = inspect_game(game(), Report(), checks=())
    assert checked is not None
    with Workers(1) as workers, replace_output(tmp_path / "mpc") as output:
        job = replace(checked.job(dpi, lambda *_: None), workers=workers)
        assert run_target(mpc, job, output).endswith(end)


# --- what is chosen in game.yaml -------------------------------------------------------------


def test_the_target_says_where_stock_and_finish_are_chosen() -> None:
    assert "`order:` in game.yaml" in mpc.about
    mpc.read_options({})
    with pytest.raises(OptionError) as caught:
        mpc.read_options({"stock": "S33"})
    assert caught.value.option == "stock"
    assert "under `order:`" in caught.value.hint


def test_a_finish_that_the_service_does_not_have_is_a_finding() -> None:
    told = []
    for order in ("finish: gold", "finish: Gloss finish", "finish: BETA playing card finish"):
        report = Report()
        inspect_game(game(LONE, f"order: {{{order}}}\n"), report, checks=())
        told.append([(f.code, f.span.line if f.span else 0) for f in report.findings])
    assert told == [[("wrong-type", 4)], [], []]


def test_the_page_names_every_choice_and_no_other(root: Path) -> None:
    """`docs/mpc.md` has a table of `order:`, of stocks and of finishes."""
    page = (root / "docs" / "mpc.md").read_text("utf-8")
    choices = page.partition("\n## Stock")[2]
    first = [line.split("`")[1] for line in choices.splitlines() if line.startswith("| `")]
    schema = TypeAdapter(OrderSpec).json_schema()["properties"]
    assert first == [*schema, *list_stock_codes(), *schema["finish"]["enum"]]
    assert all(stock in page for stock in STOCKS)


def test_the_page_says_which_files_are_written(ordered: Path, root: Path) -> None:
    page = (root / "docs" / "mpc.md").read_text("utf-8")
    for path in ordered.iterdir():
        name = path.name.replace("fox-hen", "<game>")
        assert f"`{name}{'/' if path.is_dir() else ''}`" in page, path.name
    assert "`blank-back.png`" in page
