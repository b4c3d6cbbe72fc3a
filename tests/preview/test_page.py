"""The preview's page in a real Chromium: each thing that it promises."""

from __future__ import annotations

import io
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import axe_playwright_python
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.conftest import ROOT
from tests.support.commands import run_cardgen
from tests.support.pages import wait_until
from tests.support.patience import MILLISECONDS
from tests.support.previews import Server, preview, save, start, write_game

pytestmark = pytest.mark.flaky(reruns=2)
"""A real browser on a busy machine: a step that comes between two frames is tried again."""

PROGRAM = shutil.which("chromium") or shutil.which("google-chrome") or "/usr/bin/chromium"
ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
SAND = (232, 216, 176)
expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that was printed once."""
    folder = write_game(tmp_path_factory.mktemp("page"))
    run = run_cardgen("build", "tiny", "-j", "1", cwd=folder.parent.parent)
    assert run.returncode == 0, run.stderr
    return folder


@pytest.fixture(scope="module")
def server(game: Path) -> Iterator[Server]:
    with preview(game.parent.parent) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=PROGRAM, args=ARGUMENTS)
        yield made
        made.close()


@pytest.fixture(scope="module")
def desktop(browser: Browser, server: Server) -> Iterator[Page]:
    """One window for most tests; whatever goes wrong in it fails the last of them."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    faults: list[str] = []
    asked: set[str] = set()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda m: faults.append(f"{m.text}: {m.location}") if m.type == "error" else None,
    )
    page.on("request", lambda request: asked.add(request.url.split("/")[2]))
    page.goto(server.url)
    yield page
    context.close()
    assert faults == []
    assert asked == {f"127.0.0.1:{server.port}"}, "the page talks to nobody else"


@pytest.fixture
def page(desktop: Page, server: Server) -> Page:
    return show(desktop, server)


@pytest.fixture
def restored(game: Path) -> Iterator[Path]:
    """The game's folder, put back as it was."""
    before = {file: file.read_bytes() for file in game.glob("*.yaml")}
    yield game
    for file, data in before.items():
        if file.read_bytes() != data:
            save(file, data)


def show(page: Page, server: Server, view: str = "") -> Page:
    page.goto("about:blank")
    page.goto(f"{server.origin}/#{view}")
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    expect(page.locator("#tally")).not_to_have_text("Checking…")
    return page


def tiles(page: Page) -> list[str]:
    return page.locator("#cards .card .name").all_text_contents()


def tile(page: Page, card: str) -> Locator:
    return page.locator(f'#cards .card[data-card="{card}"]').first


def picture(page: Page, card: str) -> Locator:
    """The card's picture, once it is there."""
    found = tile(page, card)
    found.scroll_into_view_if_needed()
    expect(found.locator(".face").first).to_have_attribute("data-shown", re.compile("."))
    return found.locator("img").first


def pixels(shown: Locator) -> Image.Image:
    return Image.open(io.BytesIO(shown.screenshot())).convert("RGB")


def write(game: Path, before: str, after: str, file: str = "beasts.yaml") -> None:
    text = (game / file).read_text("utf-8")
    assert before in text
    save(game / file, text.replace(before, after))


# --- all cards -------------------------------------------------------------------------------


def test_all_cards_stand_by_deck_with_their_counts(page: Page) -> None:
    heads = page.locator("#cards h2").all_inner_texts()
    assert [head.split()[0] for head in heads] == ["beasts", "coins"]
    assert "9 cards · 6 different fronts · poker 63.5 × 88.9 mm" in heads[0]
    assert tiles(page) == ["adder", "bear", "crab", "dolphin", "eland", "fox", "one", "ten"]
    assert tile(page, "beasts/fox").locator(".count").inner_text() == "×3"
    assert page.locator(".deck-button").all_inner_texts() == [
        "All decks\n14",
        "beasts\n9",
        "coins\n5",
    ]


@pytest.mark.slow
def test_equal_cards_are_grouped_or_shown_one_by_one(page: Page) -> None:
    page.get_by_label("Merge copies").uncheck()
    assert len(tiles(page)) == 14
    page.keyboard.press("g")
    assert len(tiles(page)) == 8


@pytest.mark.slow
def test_pictures_have_the_pixels_of_the_screen(page: Page) -> None:
    image = picture(page, "beasts/adder")
    css, own = image.evaluate("image => [image.width * devicePixelRatio, image.naturalWidth]")
    assert own == pytest.approx(css, abs=1)


@pytest.mark.slow
def test_pictures_are_drawn_when_they_come_near(page: Page, server: Server) -> None:
    show(page, server, "zoom=1.5&group=")
    picture(page, "beasts/adder")
    assert page.locator(".face[data-shown]").count() < 10
    assert tile(page, "coins/ten").locator(".face[data-shown]").count() == 0
    picture(page, "coins/ten")


def test_search_looks_into_words_and_fields(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("sea")
    expect(page.locator("#cards .card")).to_have_count(2)
    assert tiles(page) == ["crab", "dolphin"]
    page.locator("#search").fill("kind:land legs:4")
    expect(page.locator("#cards .card")).to_have_count(3)
    page.keyboard.press("Escape")
    expect(page.locator("#cards .card")).to_have_count(8)
    page.locator("#search").fill("nothing like it")
    expect(page.get_by_text("No card fits.").first).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("legs>4", ["crab"]),
        ("legs>=4 -fox", ["bear", "crab", "eland"]),
        ("legs<=0 or name:fox", ["adder", "dolphin", "fox"]),
        ("kind:land legs<1", ["adder"]),
        ("-kind:land deck:beasts", ["crab", "dolphin"]),
        ("copies>2", ["fox", "one"]),
    ],
)
def test_search_compares_leaves_out_and_joins(page: Page, typed: str, found: list[str]) -> None:
    page.locator("#search").fill(typed)
    expect(page.locator("#cards .card .name")).to_have_count(len(found))
    assert tiles(page) == found


@pytest.mark.slow
def test_a_search_without_a_find_suggests_another(page: Page) -> None:
    page.locator("#search").fill("dolpihn")
    page.get_by_role("button", name="Search “dolphin”").click()
    expect(page.locator("#cards .card .name")).to_have_text(["dolphin"])
    assert page.locator("#search").input_value() == "dolphin"


def test_any_field_filters_and_sorts(page: Page) -> None:
    page.locator(".filter", has_text="kind").locator("summary").click()
    page.locator(".choices").get_by_text("sea").click()
    assert tiles(page) == ["crab", "dolphin"]
    page.get_by_role("button", name="Clear filters").click()
    page.locator("#sort").select_option("legs")
    assert tiles(page)[:3] == ["adder", "dolphin", "bear"], "numbers sort as numbers"
    assert tiles(page)[5] == "crab"
    page.locator("#sort").select_option("most copies")
    assert tiles(page)[:2] == ["fox", "adder"]
    page.get_by_role("button", name="coins").click()
    assert tiles(page) == ["one", "ten"]


def found(page: Page, typed: str) -> list[str]:
    """What a search leaves, once it is done."""
    page.locator("#search").fill(typed)
    wait_until(
        page, "typed => new URLSearchParams(location.hash.slice(1)).get('q') === typed", arg=typed
    )
    return tiles(page)


@pytest.mark.slow
def test_numbers_sort_by_what_they_are_worth_and_a_field_is_searched_for_its_value(
    page: Page, restored: Path
) -> None:
    for name, legs in (("Bear", -1), ("Crab", 10), ("Eland", 1), ("Fox", -2)):
        text = re.sub(
            rf"({name}, kind: \w+, legs: )\d+",
            rf"\g<1>{legs}",
            (restored / "beasts.yaml").read_text("utf-8"),
        )
        save(restored / "beasts.yaml", text)
    expect(tile(page, "beasts/fox").locator("img")).to_have_attribute("alt", re.compile("−2|-2"))
    page.locator("#sort").select_option("legs")
    assert tiles(page)[:6] == ["fox", "bear", "adder", "dolphin", "eland", "crab"]
    page.locator(".filter", has_text="legs").locator("summary").click()
    values = page.locator(".choices:visible label span:nth-child(2)").all_inner_texts()
    assert values == ["-2", "-1", "0", "1", "10", "empty"]
    assert found(page, "legs:1") == ["eland"], "neither -1 nor 10"
    assert found(page, "legs:2") == ["fox"], "no value is 2, so a part of one is enough"
    assert found(page, "kind:SEA") == ["dolphin", "crab"]
    assert found(page, "kind:se") == ["dolphin", "crab"]
    assert found(page, "copies:4") == ["one"]
    assert found(page, "id:ten") == ["ten"]
    assert found(page, "deck:coins copies:1") == ["ten"]
    assert found(page, "note:said") == ["bear"]


@pytest.mark.slow
def test_filters_that_leave_nothing_are_named_and_stay_within_reach(page: Page) -> None:
    page.locator(".filter", has_text="kind").locator("summary").click()
    page.locator(".choices").get_by_text("sea").click()
    page.locator(".deck-button", has_text="coins").click()
    nothing = page.locator("#cards .nothing")
    expect(nothing).to_contain_text("Nothing is left by kind “sea”.")
    at_fault = page.locator(".filter", has_text="kind")
    expect(at_fault.locator(".choices label").first).to_have_text("sea0")
    at_fault.locator(".choices").get_by_text("sea").click()
    assert tiles(page) == ["one", "ten"]
    expect(nothing).to_have_count(0)
    found(page, "zebra")
    expect(nothing).to_contain_text("Nothing is left by the search “zebra”.")
    page.get_by_role("button", name="Show all cards").click()
    assert tiles(page) == ["one", "ten"]
    expect(page.locator("#search")).to_have_value("")


@pytest.mark.slow
def test_a_chosen_deck_that_goes_gives_way_to_all_decks(page: Page, restored: Path) -> None:
    page.locator(".deck-button", has_text="coins").click()
    assert tiles(page) == ["one", "ten"]
    write(restored, "  coins: {cards", "  medals: {cards", "game.yaml")
    expect(page.locator(".toast")).to_contain_text("There is no deck coins any more.")
    expect(page.locator("#cards .card")).to_have_count(8)
    expect(page.locator(".deck-button[aria-pressed=true]")).to_have_text("All decks14")
    assert "deck=" not in page.url


@pytest.mark.slow
def test_the_title_follows_the_game(page: Page, restored: Path) -> None:
    expect(page.locator("#game")).to_have_text("Tiny Beasts")
    write(restored, "game: Tiny Beasts", "game: Huge Beasts", "game.yaml")
    expect(page.locator("#game")).to_have_text("Huge Beasts")
    expect(page).to_have_title("Huge Beasts · preview")


@pytest.mark.slow
def test_the_address_keeps_what_is_looked_at(page: Page) -> None:
    page.locator("#sort").select_option("legs")
    page.locator("#cut").select_option("Overlay")
    page.reload()
    expect(page.locator("#cut")).to_have_value("overlay")
    expect(page.locator("#cards .card .name").nth(1)).to_have_text("dolphin")
    assert "token" not in page.url


@pytest.mark.slow
def test_zoom_goes_from_the_hand_to_single_pixels(page: Page) -> None:
    page.keyboard.press("0")
    expect(page.locator("#zoom-said")).to_have_text("hand size")
    face = tile(page, "beasts/adder").locator(".face")
    box = face.bounding_box()
    assert box is not None
    assert box["width"] / 96 * 25.4 == pytest.approx(69.6, abs=0.3), "as wide as in the hand"
    page.keyboard.press("9")
    expect(page.locator("#zoom-said")).to_have_text("print pixels")
    expect(page.locator(".face img[src*='w=822']").first).to_be_visible()
    page.locator("#zoom").fill("3")
    expect(page.locator("#zoom-said")).to_have_text("25 × hand")
    image = picture(page, "beasts/adder")
    expect(image).to_have_css("image-rendering", "pixelated")
    expect(image).to_have_js_property("naturalWidth", 822)
    expect(face).to_have_css("width", f"{822 * 8}px")


def test_front_back_and_both(page: Page) -> None:
    page.get_by_text("Back", exact=True).first.click()
    assert picture(page, "beasts/fox").get_attribute("alt") == "Back"
    page.keyboard.press("b")
    assert tile(page, "beasts/fox").locator(".face").count() == 2


@pytest.mark.slow
def test_a_card_is_flipped_alone(page: Page) -> None:
    picture(page, "beasts/bear")
    tile(page, "beasts/bear").focus()
    page.keyboard.press("f")
    expect(tile(page, "beasts/bear").locator("img")).to_have_attribute("alt", "Back")
    expect(tile(page, "beasts/crab").locator("img")).to_have_attribute("alt", re.compile("Crab"))


@pytest.mark.slow
def test_a_card_that_is_turned_while_it_turns_ends_on_the_last_side(page: Page) -> None:
    """The first turn is given up without a fault: those of the window are counted at its end."""
    picture(page, "beasts/bear")
    tile(page, "beasts/bear").focus()
    for side in ("Back", re.compile("Bear")):
        for _ in range(3 if side == "Back" else 1):
            page.keyboard.press("f")
        expect(tile(page, "beasts/bear").locator("img")).to_have_attribute("alt", side)


@pytest.mark.slow
def test_the_next_card_is_shown_at_the_same_scale_whatever_its_size(page: Page) -> None:
    tile(page, "beasts/fox").click()
    title, face = page.locator("#detail h2"), page.locator("#detail .face")
    expect(title).to_have_text("fox beasts, front, ×3")
    page.keyboard.press("f")
    expect(title).to_have_text("fox beasts, back, ×3")
    page.keyboard.press("f")
    expect(title).to_have_text("fox beasts, front, ×3")
    page.keyboard.press("9")
    expect(face).to_have_css("width", "822px")
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text("one coins, front, ×4")
    expect(face).to_have_css("width", "376px")  # 25.4 mm and twice the bleed at 300 dpi
    expect(page.locator("#detail output")).to_have_text("print pixels")
    page.keyboard.press("ArrowLeft")
    expect(face).to_have_css("width", "822px")


# --- views -----------------------------------------------------------------------------------


def corner(page: Page, server: Server, view: str, card: str = "beasts/adder") -> list[Any]:
    """Colours of a face from its bleed's corner inwards: 0, 1 and 5 % along the diagonal."""
    show(page, server, view)
    image = pixels(picture(page, card).locator(".."))
    width = image.width
    return [image.getpixel((round(width * x) + 1, round(width * x) + 1)) for x in (0.0, 0.05, 0.12)]


@pytest.mark.slow
def test_a_face_is_shown_whole_trimmed_or_with_round_corners(page: Page, server: Server) -> None:
    whole, trimmed, inside = corner(page, server, "cut=bleed")
    assert whole == trimmed == inside == SAND
    whole, trimmed, inside = corner(page, server, "cut=trim")
    assert whole != SAND
    assert trimmed == inside == SAND
    whole, trimmed, inside = corner(page, server, "cut=rounded")
    assert whole != SAND
    assert trimmed != SAND
    assert inside == SAND


@pytest.mark.slow
def test_a_round_piece_is_cut_round(page: Page, server: Server) -> None:
    show(page, server, "cut=rounded&zoom=1")
    image = pixels(picture(page, "coins/ten").locator(".."))
    sky = (128, 176, 224)
    middle = image.width // 2
    assert image.getpixel((round(image.width * 0.15), middle // 4)) != sky
    assert image.getpixel((middle, round(image.width * 0.13))) == sky


def test_the_overlay_draws_bleed_red_trim_blue_safe_green(page: Page, server: Server) -> None:
    show(page, server, "cut=overlay&zoom=1")
    face = picture(page, "beasts/adder").locator("xpath=../..")
    image = pixels(face)
    height = image.height // 2
    for at, color in ((0, (220, 24, 36)), (36, (20, 90, 220)), (72, (10, 150, 64))):
        left = round(at / 822 * image.width)
        near = [image.getpixel((max(0, left + x), height)) for x in (-2, -1, 0, 1, 2)]
        assert min(distance(pixel, color) for pixel in near) < 200
    assert image.getpixel((round(18 / 822 * image.width), height)) == SAND, "between the lines"


def distance(pixel: Any, color: tuple[int, int, int]) -> int:
    return sum(abs(a - b) for a, b in zip(pixel, color, strict=True))


@pytest.mark.slow
def test_drift_moves_the_print_under_the_cut(page: Page, server: Server) -> None:
    show(page, server, "cut=drift")
    image = picture(page, "beasts/adder")
    expect(image).to_have_css("animation-name", "drift")
    page.locator("#drift-x").fill("1.5")
    page.locator("#drift-y").fill("-0.5")
    page.locator("#drift-turn").fill("1")
    expect(image).to_have_css("animation-name", "none")
    a, _, _, _, x, y = image.evaluate(
        "i => { const m = new DOMMatrix(getComputedStyle(i).transform);"
        " return [m.a, m.b, m.c, m.d, m.e / i.width * 69.596, m.f / i.height * 94.996]; }"
    )
    assert (x, y) == (pytest.approx(1.5, abs=0.01), pytest.approx(-0.5, abs=0.01))
    assert a == pytest.approx(0.99985, abs=1e-5), "one degree"
    page.get_by_label("Moving").check()
    expect(image).to_have_css("animation-name", "drift")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("label", "red"),
    [("Greyscale", 217), ("Protanopia", 219), ("Deuteranopia", 225), ("Tritanopia", 234),
     ("Low ink", 255)],
)  # fmt: skip
def test_other_eyes_and_low_ink(page: Page, server: Server, label: str, red: int) -> None:
    show(page, server, "cut=bleed")
    page.locator("#look").select_option(label)
    expect(tile(page, "beasts/adder").locator("img[src*='look=']")).to_be_visible()
    color = pixels(picture(page, "beasts/adder")).getpixel((8, 8))
    assert isinstance(color, tuple)
    assert color != SAND
    assert color[0] == pytest.approx(red, abs=6)


def test_sheets_are_shown_on_any_paper_and_their_cards_open(page: Page) -> None:
    page.keyboard.press("2")
    first = page.locator(".sheet").first
    expect(first.locator("img")).to_have_js_property("complete", True)
    assert page.locator(".sheet").count() == 4, "two sheets, two sides"
    assert first.locator(".spot").count() == 9
    shape = "i => i.naturalHeight / i.naturalWidth"
    assert first.locator("img").evaluate(shape) == pytest.approx(297 / 210, abs=0.01)
    page.locator("#paper").select_option("Letter")
    expect(page.locator(".sheet img[src*='paper=letter']").first).to_be_visible()
    page.locator("#duplex").select_option("None")
    expect(page.locator(".sheet")).to_have_count(2)
    page.locator(".spot").nth(2).click()
    expect(page.locator("#detail h2")).to_contain_text("bear")


@pytest.mark.slow
def test_sheets_have_a_switch_for_low_ink_and_leave_other_eyes_aside(
    page: Page, server: Server
) -> None:
    show(page, server, "mode=sheets&look=protanopia")
    expect(page.locator(".paper img").first).to_be_visible()
    low = page.locator("#low-ink")
    expect(low).not_to_be_checked()
    assert page.locator(".paper img[src*='ink=low']").count() == 0
    low.check()
    expect(page.locator(".paper img[src*='ink=low']").first).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator("#look")).to_have_value("low-ink")
    page.keyboard.press("2")
    expect(low).to_be_checked()
    low.uncheck()
    expect(page.locator(".paper img").first).to_be_visible()
    expect(page.locator(".paper img[src*='ink=low']")).to_have_count(0)


@pytest.mark.slow
def test_paper_may_be_of_any_size(page: Page, server: Server) -> None:
    show(page, server, "mode=sheets")
    expect(page.locator(".sheet")).to_have_count(4)
    expect(page.locator("#paper-size")).to_be_hidden()
    page.locator("#paper").select_option("Another size")
    size = page.locator("#paper-size")
    expect(size).to_have_value("210x297mm")
    expect(size).to_be_focused()
    page.keyboard.type("100x148mm")
    expect(page.locator(".paper img[src*='paper=100x148mm']").first).to_be_visible()
    page.reload()
    expect(size).to_have_value("100x148mm")
    size.fill("100x")
    expect(page.locator("#cards .none")).to_contain_text("there is no paper `100x`")
    page.locator("#paper").select_option("A4")
    expect(page.locator(".sheet")).to_have_count(4)
    expect(size).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 1440])
def test_the_tools_stand_in_one_row_and_cut_no_word(
    browser: Browser, server: Server, width: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto(server.url)
    for view in ("", "mode=sheets&paper=100x148mm", "mode=hand", "mode=print"):
        show(page, server, view)
        box = page.locator(".bar").bounding_box()
        assert box is not None
        assert box["height"] < 60, view
    show(page, server, "mode=sheets")
    room, longest = page.locator("#duplex").evaluate(
        """select => {
          const free = select.cloneNode(true);
          Object.assign(free.style, {maxWidth: 'none', width: 'auto', position: 'absolute'});
          select.parentNode.append(free);
          const longest = free.offsetWidth;
          free.remove();
          return [select.offsetWidth, longest];
        }"""
    )
    assert room >= longest
    page.close()


@pytest.mark.slow
def test_the_page_brings_the_fonts_of_its_own_interface(page: Page) -> None:
    """Whatever fonts the machine has, words are as wide as everywhere."""
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate(
        "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
    )
    assert {"Title", "Interface"} <= set(loaded)
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith("Interface")


@pytest.mark.slow
def test_a_hand_is_dealt_by_its_seed(page: Page, server: Server) -> None:
    def hand(seed: str, count: int = 5, deck: str = "*") -> list[str | None]:
        show(page, server, f"mode=hand&n={count}&seed={seed}&from={deck}")
        expect(page.locator(".hand li")).to_have_count(count)
        return [c.get_attribute("data-card") for c in page.locator(".hand .card").all()]

    assert hand("a") == hand("a")
    assert hand("a") != hand("b")
    everything = hand("a", 14)
    assert sorted(everything).count("beasts/fox") == 3, "copies are cards"  # type: ignore[type-var]
    page.keyboard.press("d")
    assert "seed=" in page.url
    page.locator("#hand-deck").select_option("coins")
    page.locator("#hand-count").fill("2")
    expect(page.locator(".hand li")).to_have_count(2)
    turned = page.locator(".hand li").first.evaluate("e => getComputedStyle(e).transform")
    assert turned != "none"


@pytest.mark.slow
def test_a_hand_comes_from_the_first_deck_unless_another_is_chosen(
    page: Page, server: Server
) -> None:
    def dealt() -> set[str]:
        keys = (c.get_attribute("data-card") or "" for c in page.locator(".hand .card").all())
        return {key.partition("/")[0] for key in keys}

    show(page, server, "mode=hand&n=15")
    expect(page.locator("#hand-deck")).to_have_value("beasts")
    expect(page.locator(".hand li")).to_have_count(9)
    assert dealt() == {"beasts"}
    page.locator("#hand-deck").select_option("all decks")
    expect(page.locator(".hand li")).to_have_count(14)
    assert dealt() == {"beasts", "coins"}
    page.reload()
    expect(page.locator("#hand-deck")).to_have_value("*")
    expect(page.locator(".hand li")).to_have_count(14)


@pytest.mark.slow
def test_the_last_print_stands_beside_what_would_be_printed_now(
    page: Page, server: Server, restored: Path
) -> None:
    show(page, server, "mode=print")
    fox = page.locator('.pair[data-card="beasts/fox"]')
    expect(fox).to_have_attribute("data-verdict", "same")
    assert fox.locator("img").count() == 2
    heads = page.locator("#cards h2")
    expect(heads.first).to_have_text("beastsprinted then · now · nothing changed")
    coin = page.locator('.pair[data-card="coins/one"]').first
    expect(coin).to_have_attribute("data-verdict", "apart")
    expect(coin.locator(".verdict")).to_have_text("not printed")
    apart = "coins5 cards not printed: round-25mm is not in that build"
    expect(heads.nth(1)).to_have_text(apart)
    write(restored, "name: Fox", "note: Sly, name: Fox")
    expect(fox).to_have_attribute("data-verdict", "changed")
    expect(heads.first).to_have_text("beastsprinted then · now · 1 changed")
    write(restored, "name: Eland", "name: Emu")
    emu = page.locator('.pair[data-card="beasts/emu"]').first
    expect(emu).to_have_attribute("data-verdict", "new")
    expect(heads.first).to_have_text("beastsprinted then · now · 1 changed · 1 not printed yet")
    expect(heads.nth(1)).to_have_text(apart)
    page.get_by_label("Only what changed").check()
    expect(fox).to_be_visible()
    expect(emu).to_be_visible()
    expect(page.locator('.pair[data-card="beasts/crab"]')).to_be_hidden()
    expect(coin).to_be_hidden()


@pytest.mark.slow
def test_a_print_and_what_would_be_printed_are_seen_with_the_same_eyes(
    page: Page, server: Server
) -> None:
    show(page, server, "mode=print&look=protanopia&cut=bleed")
    fox = page.locator('.pair[data-card="beasts/fox"]')
    fox.scroll_into_view_if_needed()
    expect(fox.locator(".face[data-shown]")).to_have_count(1)
    expect(fox.locator(".then img")).to_have_js_property("complete", True)
    then, now = (pixels(image) for image in fox.locator("img").all())
    middle = (then.width // 2, round(then.height * 0.7))
    assert then.getpixel(middle) == now.getpixel(middle) != SAND
    assert "Low ink" not in page.locator("#look option").all_inner_texts()
    show(page, server, "mode=print&look=low-ink&cut=bleed")
    expect(page.locator("#look")).to_have_value("")
    fox.scroll_into_view_if_needed()
    expect(fox.locator(".face[data-shown] img")).not_to_have_attribute("src", re.compile("low-ink"))


# --- findings --------------------------------------------------------------------------------


def test_findings_are_listed_and_lead_to_file_line_and_column(page: Page, game: Path) -> None:
    expect(page.locator("#tally")).to_have_text("1 warning")
    page.locator("#findings-button").click()
    finding = page.locator("#findings details")
    expect(finding).to_have_count(1)
    finding.locator("summary").click()
    link = finding.locator("a.place").first
    expect(link).to_have_text("beasts.yaml:2:52")
    path = quote((game / "beasts.yaml").as_posix())
    assert link.get_attribute("href") == f"vscode://file{path}:2:52"
    expect(finding.locator("mark")).to_have_text('"')
    expect(finding.locator(".line.here")).to_contain_text("name: Bear")


@pytest.mark.slow
@pytest.mark.parametrize("where", ["card", "finding"])
def test_long_lines_of_yaml_are_wrapped_and_the_place_is_marked(
    page: Page, restored: Path, where: str
) -> None:
    name = "bear" + "-and-more" * 8
    write(restored, "{name: Bear,", f"{{id: {name}, name: Bear,")
    expect(tile(page, f"beasts/{name}")).to_be_visible()
    expect(page.locator("#tally")).to_have_text("1 warning")
    if where == "card":
        tile(page, f"beasts/{name}").click()
    else:
        page.locator("#findings-button").click()
        page.locator("#findings summary", has_text="never closed").click()
    source = page.locator("#detail .source:has(mark), #findings .source").last
    mark = source.locator("mark")
    expect(mark).to_have_text('"')
    expect(mark).to_be_in_viewport()
    room = source.evaluate("box => [box.clientWidth, box.scrollWidth]")
    assert room[0] == room[1], "nothing is cut off at the right"
    outer, inner = source.bounding_box(), mark.bounding_box()
    assert outer is not None
    assert inner is not None
    assert outer["x"] < inner["x"]
    assert inner["x"] + inner["width"] < outer["x"] + outer["width"]
    assert outer["y"] < inner["y"] < outer["y"] + outer["height"]
    line = source.locator(".line").first.evaluate("line => line.offsetHeight")
    assert line > 2 * 1.6 * 12, "the long line goes on below"


@pytest.mark.slow
def test_a_finding_is_a_badge_and_an_outline_on_its_card(page: Page) -> None:
    badge = tile(page, "beasts/bear").locator(".badge")
    expect(badge).to_have_text("1 warning")
    expect(tile(page, "beasts/crab").locator(".badge")).to_be_hidden()
    page.keyboard.press("e")
    mark = tile(page, "beasts/bear").locator(".marks i")
    expect(mark).to_be_visible()
    face = tile(page, "beasts/bear").locator(".face").bounding_box()
    box = mark.bounding_box()
    assert face is not None
    assert box is not None
    assert (box["y"] - face["y"]) / face["height"] == pytest.approx(26.1 / 95, abs=0.01)
    page.locator("#findings summary").click()
    page.get_by_role("button", name="Show the card").click()
    expect(page.locator("#detail h2")).to_contain_text("bear")
    expect(page.locator("#detail .marks i")).to_be_visible()
    expect(page.locator("#detail .side")).to_contain_text("is never closed")


@pytest.mark.slow
def test_the_keyboard_on_a_finding_points_at_its_element(page: Page) -> None:
    page.keyboard.press("e")
    mark = tile(page, "beasts/bear").locator(".marks i")
    expect(mark).not_to_have_class(re.compile("pointed"))
    page.locator("#findings summary").focus()
    expect(mark).to_have_class(re.compile("pointed"))
    page.locator("#search").focus()
    expect(mark).not_to_have_class(re.compile("pointed"))


@pytest.mark.slow
def test_one_front_is_one_and_expressions_are_code(page: Page, restored: Path) -> None:
    write(restored, "- {name: Ten}\n", "", "coins.yaml")
    expect(page.locator("#cards h2").nth(1)).to_contain_text("4 cards · 1 different front · round")
    file = restored / "composition.yaml"
    by = "name ~ ' with ' ~ legs if legs else 'no legs at all'"
    save(file, f'beasts: {{count: {{"{by}": {{Bear with 4: 1}}}}}}\n')
    try:
        row = page.locator("#counts tr", has_text="Bear with 4").first
        expect(row.locator("code.by")).to_have_text(by)
        expect(row.locator("code.by")).to_have_attribute("title", by)
        box = row.bounding_box()
        assert box is not None
        assert box["height"] < 60, "the expression takes one line"
    finally:
        file.unlink()
    expect(page.locator("#counts code.by")).to_have_count(0)


def test_counts_stand_beside_the_composition(page: Page, restored: Path) -> None:
    file = restored / "composition.yaml"
    save(file, "beasts: {total: 9, count: {kind: {land: 7, sea: 3}}}\n")
    try:
        row = page.locator("#counts tr", has_text="kind sea")
        expect(row).to_have_class("off")
        assert row.locator("td").all_inner_texts()[0] == "2"
        expect(page.locator("#tally")).to_contain_text("error")
        assert page.locator("#notice").is_hidden(), "the cards themselves are good"
    finally:
        file.unlink()
    expect(page.locator("#tally")).to_have_text("1 warning")


@pytest.mark.slow
def test_distributions_stand_below_the_counts_and_a_bar_chooses_its_cards(page: Page) -> None:
    legs = page.locator("#counts details.spread", has_text="legs").first
    legs.locator("summary").click()
    expect(legs).to_contain_text("mean")
    shown = page.locator("#cards .tile").count()
    legs.locator("button.spread-bar").first.click()
    expect(legs.locator("button.spread-bar").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#counts caption").first).to_contain_text("selected")
    legs.locator("button.spread-bar").first.click()
    expect(page.locator("#counts caption").first).not_to_contain_text("selected")
    assert page.locator("#cards .tile").count() == shown


# --- the history -----------------------------------------------------------------------------


@pytest.mark.slow
def test_back_closes_a_card_and_forward_opens_it_again(page: Page) -> None:
    page.keyboard.press("3")
    page.keyboard.press("1")
    tile(page, "beasts/crab").click()
    expect(page.locator("#detail h2")).to_contain_text("crab")
    assert "card=beasts%2Fcrab" in page.url
    page.keyboard.press("ArrowRight")
    expect(page.locator("#detail h2")).to_contain_text("dolphin")
    page.go_back()
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.locator("#cards .card").first).to_be_visible()
    page.go_forward()
    expect(page.locator("#detail h2")).to_contain_text("dolphin")
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("card="))
    page.go_back()
    expect(page.locator(".hand li").first).to_be_visible()


def test_an_address_with_a_card_opens_it(page: Page, server: Server) -> None:
    show(page, server, "card=beasts/fox")
    expect(page.locator("#detail h2")).to_contain_text("fox")
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("card="))


@pytest.mark.slow
def test_a_changed_address_is_followed(page: Page) -> None:
    page.evaluate("location.hash = 'q=sea'")
    expect(page.locator("#cards .card")).to_have_count(2)
    page.evaluate("location.hash = 'mode=hand'")
    expect(page.locator(".hand li").first).to_be_visible()
    page.go_back()
    expect(page.locator("#cards .card")).to_have_count(2)


@pytest.mark.slow
def test_what_an_address_has_wrong_is_as_usual(page: Page, server: Server) -> None:
    show(page, server, "mode=xyz&zoom=abc&side=left&n=-3&cut=oval&look=eagle")
    expect(page.locator("#cards .card")).to_have_count(8)
    expect(page.locator("#zoom-said")).to_have_text("75 % of hand")
    assert page.url.endswith("/")


@pytest.mark.slow
def test_an_address_of_what_there_is_not_shows_what_there_is(page: Page) -> None:
    """A fault in a script fails the last test of the window."""
    for card in ("__proto__", "constructor", "beasts/nope", "%3Cb%3E", "%E0%A4%A"):
        page.evaluate("card => { location.hash = `card=${card}`; }", card)
        expect(page.locator("#cards .card")).to_have_count(8)
        expect(page.locator("#detail")).to_be_hidden()
    page.evaluate("location.hash = 'deck=dragons'")
    expect(page.locator(".toast")).to_contain_text("There is no deck dragons any more.")
    expect(page.locator("#cards .card")).to_have_count(8)
    assert "deck=" not in page.url


@pytest.mark.slow
def test_a_state_that_cannot_be_had_is_told_and_tried_again(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.route("**/state.json", lambda route: route.fulfill(status=500))
    page.goto(server.url)
    expect(page.locator("#notice")).to_contain_text("could not be loaded (state: 500)")
    page.unroute("**/state.json")
    expect(page.locator("#cards .card")).to_have_count(8)
    expect(page.locator("#notice")).to_be_hidden()
    context.close()


# --- one selection ---------------------------------------------------------------------------


@pytest.mark.slow
def test_deck_search_and_filters_govern_every_view(page: Page) -> None:
    page.locator("#search").fill("sea")
    expect(page.locator("#cards .card")).to_have_count(2)
    assert page.locator("#counts caption").first.inner_text() == "beasts 2 of 9 selected"
    page.locator("#search").blur()
    page.keyboard.press("2")
    expect(page.locator(".sheet .spot")).to_have_count(2)
    page.keyboard.press("3")
    expect(page.locator(".hand li")).to_have_count(2)
    page.locator(".deck-button", has_text="coins").click()
    expect(page.locator("#counts caption")).to_have_count(1)
    expect(page.locator(".hand li")).to_have_count(0)
    page.locator("#search").fill("")
    expect(page.locator(".hand li")).to_have_count(5)
    page.keyboard.press("Tab")


def test_fields_stand_in_their_declared_order(page: Page) -> None:
    names = page.locator(".filter summary").all_inner_texts()
    assert [name.split()[0] for name in names] == ["name", "kind", "legs", "note"]
    tile(page, "beasts/bear").click()
    assert page.locator(".fields dt").all_inner_texts() == [
        "name",
        "kind",
        "legs",
        "note",
        "copies",
    ]


def test_a_card_shows_its_row_and_no_other(page: Page) -> None:
    tile(page, "beasts/crab").click()
    expect(page.locator(".source .line")).to_have_count(1)
    expect(page.locator(".source .line")).to_contain_text("name: Crab")


@pytest.mark.slow
def test_fields_put_one_after_the_other_are_named_as_fields(page: Page, restored: Path) -> None:
    file = restored / "composition.yaml"
    save(file, "beasts: {count: {\"kind ~ ' ' ~ legs\": {land 4: 5}}}\n")
    try:
        expect(page.locator("#counts .by").first).to_have_text("kind and legs")
    finally:
        file.unlink()


# --- a quiet page ----------------------------------------------------------------------------


@pytest.mark.slow
def test_nothing_shifts_on_load_or_by_a_bad_save(
    browser: Browser, server: Server, restored: Path
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries())"
        " window.shift += one.value; }).observe({ type: 'layout-shift', buffered: true });"
    )
    page.goto(server.url)
    expect(page.locator("#tally")).not_to_have_text("Checking…")
    picture(page, "beasts/adder")
    assert page.evaluate("shift") < 0.05
    before = tile(page, "beasts/crab").bounding_box()
    write(restored, "name: Crab, kind", "name: Crab kind: [")
    expect(page.locator("#notice")).to_be_visible()
    assert tile(page, "beasts/crab").bounding_box() == before
    context.close()


@pytest.mark.slow
def test_sliders_say_what_they_mean(page: Page) -> None:
    page.keyboard.press("0")
    expect(page.locator("#zoom")).to_have_attribute("aria-valuetext", "hand size")
    tile(page, "beasts/crab").click()
    slider = page.locator("#detail input[type=range]")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("hand|print pixels"))


@pytest.mark.slow
def test_print_shows_the_cards_alone(page: Page) -> None:
    page.emulate_media(media="print")
    try:
        for part in (".top", ".bar", ".rail"):
            expect(page.locator(part)).to_be_hidden()
        expect(page.locator("#cards .card").first).to_be_visible()
        assert page.evaluate("getComputedStyle(document.body).overflow") == "visible"
    finally:
        page.emulate_media(media="screen")


@pytest.mark.slow
@pytest.mark.parametrize("view", ["zoom=2", "zoom=2&mode=print", "zoom=2&mode=sheets"])
def test_paper_has_the_pictures_that_the_screen_has_not_shown(
    browser: Browser, server: Server, view: str
) -> None:
    """The browser waits for pictures that stand in the page, and for no others."""
    page = browser.new_page(viewport={"width": 900, "height": 400})
    page.goto(f"{server.url}#{view}")
    expect(page.locator("#cards img[src]").first).to_be_visible()
    named = page.evaluate(
        "() => { dispatchEvent(new Event('beforeprint'));"
        " return [...document.querySelectorAll('#cards :is(.face, .paper) img')]"
        ".map((image) => Boolean(image.src)); }"
    )
    assert len(named) >= 4
    assert all(named)
    loaded = "[...document.images].every((image) => !image.src || image.naturalWidth)"
    page.emulate_media(media="print")
    page.evaluate("for (const image of document.images) image.loading = 'eager'")
    wait_until(page, loaded)
    page.close()


@pytest.mark.slow
def test_the_findings_lie_over_the_cards_where_there_is_little_room(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(viewport={"width": 1024, "height": 768})
    page = context.new_page()
    page.goto(server.url)
    expect(page.locator("#cards .card")).to_have_count(8)
    before = page.locator("#cards").bounding_box()
    page.keyboard.press("e")
    expect(page.locator("#findings")).to_be_visible()
    assert page.locator("#cards").bounding_box() == before
    context.close()


# --- saving ----------------------------------------------------------------------------------


def test_saving_repaints_what_changed_and_nothing_else(page: Page, restored: Path) -> None:
    for card in ("beasts/crab", "beasts/fox", "coins/ten"):
        picture(page, card).evaluate("image => { image.old = true; }")
    write(restored, "legs: 10", "legs: 8")
    expect(tile(page, "beasts/crab").locator("img")).to_have_attribute("alt", "Crab sea, 8")
    expect(page.locator("#live-text")).to_have_text("beasts/crab changed")
    old = "image => image.old === true"
    assert not picture(page, "beasts/crab").evaluate(old)
    assert picture(page, "beasts/fox").evaluate(old)
    assert picture(page, "coins/ten").evaluate(old)


LISTEN = """() => {
  window.rings = 0;
  window.said = [];
  const line = document.getElementById('live-text');
  const heard = () => window.said.push(line.textContent);
  new MutationObserver(heard).observe(line, {childList: true});
  addEventListener('animationstart', ({animationName}) => {
    if (animationName === 'changed') window.rings += 1;
  });
}"""


@pytest.mark.slow
def test_a_card_that_only_moves_to_another_line_changes_nothing_but_its_link(
    page: Page, restored: Path
) -> None:
    picture(page, "beasts/fox")
    page.evaluate(LISTEN)
    write(restored, "- {name: Adder", "# One more line\n- {name: Adder")
    tile(page, "beasts/fox").click()
    expect(page.locator("#detail a.place").first).to_have_text("beasts.yaml:7:3")
    expect(page.locator("#detail .line.here").first).to_contain_text("name: Fox")
    page.keyboard.press("Escape")
    write(restored, "name: Eland", "name: Emu")
    expect(page.locator("#live-text")).to_have_text("beasts/emu changed")
    assert page.evaluate("[...new Set(window.said)]") == ["beasts/emu changed"]
    wait_until(page, "() => window.rings > 0")
    assert page.evaluate("window.rings") == 1


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["cards", "print", "sheets"])
@pytest.mark.parametrize("left", [False, True])
def test_a_changed_card_off_the_screen_is_one_click_away(
    page: Page, server: Server, restored: Path, mode: str, left: bool
) -> None:
    show(page, server, f"mode={mode}&zoom=2")
    card = page.locator('#cards [data-card="coins/ten"]').first
    expect(card).to_be_attached()
    write(restored, "- {name: Ten}", "- {name: Ten, title: X}", "coins.yaml")
    offered = page.locator("button.toast")
    expect(offered).to_have_text("coins/ten changed. Show it")
    if left:  # for a hand of beasts, which has no coins
        page.keyboard.press("3")
        expect(card).to_have_count(0)
    offered.click()
    expect(card).to_be_in_viewport()
    expect(page.locator("#cards :focus")).to_have_count(1)
    expect(page.locator("html")).to_have_attribute("data-mode", "cards" if left else mode)
    expect(offered).to_have_count(0)


@pytest.mark.slow
def test_a_changed_card_that_a_filter_hides_is_not_offered(
    page: Page, server: Server, restored: Path
) -> None:
    show(page, server, "zoom=2&f.kind==sea")
    write(restored, "- {name: Ten}", "- {name: Ten, title: X}", "coins.yaml")
    expect(page.locator("#live-text")).to_have_text("coins/ten changed")
    expect(page.locator(".toast")).to_have_count(0)


def test_cards_come_and_go_with_the_file(page: Page, restored: Path) -> None:
    write(restored, "- {name: Ten}\n", "- {name: Ten}\n- {name: Fifty}\n", "coins.yaml")
    expect(page.locator("#cards .card")).to_have_count(9)
    picture(page, "coins/fifty")
    write(restored, "- {name: Fifty}\n", "", "coins.yaml")
    expect(page.locator("#cards .card")).to_have_count(8)


def test_a_broken_file_shows_its_findings_and_keeps_the_cards(page: Page, restored: Path) -> None:
    write(restored, "name: Crab, kind", "name: Crab kind: [")
    expect(page.locator("#notice")).to_contain_text("The last good cards of beasts: beasts.yaml:3")
    expect(page.locator("#tally")).to_contain_text("1 error")
    assert len(tiles(page)) == 8
    write(restored, "name: Crab kind: [", "name: Crab, kind")
    expect(page.locator("#notice")).to_be_hidden()
    expect(page.locator("#tally")).to_have_text("1 warning")


@pytest.mark.slow
def test_an_open_card_follows_its_row_and_closes_when_it_is_deleted(
    page: Page, restored: Path
) -> None:
    write(
        restored, "- {name: Dolphin, kind: sea, legs: 0}\n", "- {name: Crab, kind: sea, legs: 0}\n"
    )
    expect(tile(page, "beasts/crab-2")).to_be_visible()
    tile(page, "beasts/crab-2").click()
    expect(page.locator("#detail .fields")).to_contain_text("legs0")
    write(restored, "- {name: Crab, kind: sea, legs: 10}\n", "")
    expect(tile(page, "beasts/crab-2")).to_have_count(0)
    expect(page.locator("#detail h2")).to_contain_text("crab")
    expect(page.locator("#detail .fields")).to_contain_text("legs0")
    write(restored, "name: Crab", "name: Prawn")
    expect(page.locator("#detail h2")).to_contain_text("prawn")
    write(restored, "- {name: Prawn, kind: sea, legs: 0}\n", "")
    expect(page.locator("#detail")).to_be_hidden()
    expect(page.locator(".toast")).to_contain_text("prawn is no longer in the game")


@pytest.mark.slow
def test_a_notice_stands_in_front_of_an_open_card(page: Page, restored: Path) -> None:
    tile(page, "beasts/crab").click()
    write(restored, "name: Crab, kind", "name: Crab kind: [")
    expect(page.locator("#detail-notice")).to_contain_text("The last good cards of beasts:")
    write(restored, "name: Crab kind: [", "name: Crab, kind")
    expect(page.locator("#detail-notice")).to_be_hidden()


@pytest.mark.slow
def test_other_decks_go_on_while_one_cannot_be_read(page: Page, restored: Path) -> None:
    write(restored, "name: Crab, kind", "name: Crab kind: [")
    write(restored, "name: Ten", "name: Twenty", "coins.yaml")
    expect(tile(page, "coins/twenty")).to_be_visible()
    expect(tile(page, "beasts/crab")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("The last good cards of beasts:")


@pytest.mark.slow
@pytest.mark.parametrize("file", ["game.yaml", "layouts.yaml"])
@pytest.mark.parametrize("mode", ["cards", "sheets", "hand", "print"])
def test_a_game_that_is_broken_from_the_start_says_where(
    browser: Browser, tmp_path: Path, file: str, mode: str
) -> None:
    game = write_game(tmp_path)
    good = (game / file).read_text("utf-8")
    save(game / file, f"{file.partition('.')[0]}: [\n")
    with preview(tmp_path) as server:
        page = browser.new_page()
        page.goto(f"{server.url}#mode={mode}")
        trouble = page.locator("#cards .trouble")
        place = f"{file}:1:{len(file.partition('.')[0]) + 3}"
        expect(trouble.locator("a.place").first).to_contain_text(place)
        link = trouble.locator("a.place").first.get_attribute("href") or ""
        assert link.endswith(f"/tiny/{place}")
        expect(trouble).to_contain_text("not valid YAML")
        assert page.locator("#notice").is_hidden(), "it is said once"
        expect(page).to_have_title(
            "tiny · preview" if file == "game.yaml" else "Tiny Beasts · preview"
        )
        assert serious(page) == []
        save(game / file, good)
        expect(trouble).to_have_count(0)
        expect(page.locator("#cards > *").first).to_be_visible()
        expect(page).to_have_title("Tiny Beasts · preview")
        page.close()


@pytest.mark.slow
def test_tables_that_are_broken_from_the_start_are_told_beside_the_others(
    browser: Browser, tmp_path: Path
) -> None:
    game = write_game(tmp_path)
    for name in ("beasts.yaml", "coins.yaml"):
        save(game / name, "- {name: [\n")
    with preview(tmp_path) as server:
        page = browser.new_page()
        page.goto(server.url)
        expect(page.locator("#cards .trouble .finding")).to_have_count(2)
        save(game / "coins.yaml", "- {name: One}\n")
        notice = page.locator("#notice")
        expect(notice).to_contain_text("Not all can be shown: beasts.yaml:1:10, not valid YAML")
        expect(notice.locator("a.place")).to_have_attribute("href", re.compile("beasts.yaml:1:10$"))
        expect(page.locator("#cards .card .name")).to_have_text(["one"])
        assert serious(page) == []
        save(game / "beasts.yaml", "- {name: Gnu, kind: land, legs: 4}\n")
        expect(notice).to_be_hidden()
        expect(page.locator("#cards .card .name")).to_have_text(["gnu", "one"])
        page.close()


@pytest.mark.slow
def test_a_lost_server_is_told_and_found_again(browser: Browser, tmp_path: Path) -> None:
    game = write_game(tmp_path)
    first = start(tmp_path)
    page = browser.new_page()
    try:
        page.goto(first.url)
        expect(page.locator("#live-text")).to_have_text("live")
        first.stop()
        expect(page.locator("#notice")).to_contain_text("The preview lost its server.")
        assert len(tiles(page)) == 8
        write(game, "name: Crab", "name: Lobster")
        with preview(tmp_path, port=first.port) as second:
            assert second.url == first.url, "the same key for the same game"
            expect(page.locator("#notice")).to_be_hidden()
            expect(page.locator("#live-text")).to_have_text("live")
            expect(tile(page, "beasts/lobster")).to_be_visible()
    finally:
        first.stop()
        page.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", "editions"])
def test_a_server_that_falls_silent_is_told_and_found_again(
    browser: Browser, tmp_path: Path, name: str
) -> None:
    """No browser tells of a line on which nothing comes any more."""
    game = write_game(tmp_path)
    with (game / "game.yaml").open("a", encoding="utf-8") as spec:
        spec.write("editions: {deluxe: {palette: {sand: '#ffeecc'}}}\n")
    page = browser.new_page()
    page.clock.install()
    said = page.locator("#told" if name else "#notice")
    with preview(tmp_path) as server:
        try:
            page.goto(server.url)
            page.goto(f"{server.origin}/{name}")
            expect(page.locator("#rows img, #cards .card").first).to_be_visible()
            page.clock.fast_forward(15_000)
            expect(said).not_to_contain_text("lost its server")
            server.process.send_signal(signal.SIGSTOP)
            page.clock.fast_forward(25_000)
            page.clock.fast_forward(3_000)
            expect(said).to_contain_text("The preview lost its server. It does not answer.")
            write(game, "name: Crab", "name: Lobster")
        finally:
            server.process.send_signal(signal.SIGCONT)
        expect(said).not_to_contain_text("lost its server")
        expect(page.locator("[alt*=Lobster]").first).to_be_attached()
    page.close()


@pytest.mark.slow
def test_filters_keep_the_keyboard_where_it_was(page: Page) -> None:
    page.locator(".filter", has_text="kind").locator("summary").click()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert tiles(page) == ["adder", "bear", "eland", "fox"]
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert len(tiles(page)) == 6, "land or sea"


# --- hands, eyes, small screens ----------------------------------------------------------------


def test_all_of_it_works_from_the_keyboard(page: Page) -> None:
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(tile(page, "beasts/bear")).to_be_focused()
    page.keyboard.press("ArrowDown")
    focused = page.evaluate("document.activeElement.dataset.card")
    assert focused not in ("beasts/bear", None)
    page.keyboard.press("Home")
    expect(tile(page, "beasts/adder")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#detail")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#detail h2")).to_contain_text("bear")
    page.keyboard.press("f")
    expect(page.locator("#detail h2")).to_contain_text("back")
    page.keyboard.press("9")
    expect(page.locator("#detail output")).to_have_text("print pixels")
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()


def test_cards_are_named_by_their_words(page: Page) -> None:
    picture(page, "beasts/bear")
    name = re.compile(r"Bear It said .no and left land, 4 bear 1 warning")
    expect(page.get_by_role("button", name=name)).to_be_visible()
    assert page.get_by_role("main").count() == 1
    assert page.locator("#live").get_attribute("role") == "status"


def serious(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:150]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_axe_finds_nothing_serious(browser: Browser, server: Server, look: str) -> None:
    phone = look == "phone"
    context = browser.new_context(
        viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
        color_scheme="dark" if look == "dark" else "light",
        reduced_motion="reduce",
        has_touch=phone,
    )
    page = context.new_page()
    page.goto(server.url)
    views = ["findings=1", "mode=sheets", "mode=hand", "mode=print", "cut=drift"]
    for view in views if look == "light" else views[:1]:
        show(page, server, view)
        if view == "findings=1":
            page.locator("#findings summary").click()
            expect(page.locator("#findings mark")).to_be_visible()
        assert serious(page) == [], view
    if phone:
        show(page, server)
        page.locator("#rail-button").click()
        expect(page.locator("#rail")).to_be_visible()
        assert serious(page) == [], "rail"
        page.locator("#rail-button").click()
    show(page, server)
    tile(page, "beasts/bear").click()
    expect(page.locator("#detail mark")).to_be_visible()
    assert serious(page) == [], "card"
    page.keyboard.press("Escape")
    page.locator("#help-button").click()
    assert serious(page) == [], "help"
    context.close()


@pytest.mark.slow
def test_dark_mode_and_reduced_motion_are_respected(browser: Browser, server: Server) -> None:
    context = browser.new_context(color_scheme="dark", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server.url}#cut=drift")
    image = picture(page, "beasts/adder")
    expect(image).to_have_css("animation-name", "none")
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert sum(map(int, re.findall(r"\d+", dark)[:3])) < 150
    context.close()


@pytest.mark.slow
def test_on_a_phone_every_tool_can_be_reached_and_seen(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(server.url)
    show(page, server)
    picture(page, "beasts/adder")
    assert page.locator("#cut").is_hidden(), "the cards have the room until tools are wanted"
    for view in ("", "cut=drift", "mode=sheets&paper=100x148mm", "mode=hand", "mode=print"):
        show(page, server, view)
        if page.locator("#tools-button").get_attribute("aria-expanded") == "false":
            page.get_by_role("button", name="Tools").click()
        tools = page.locator(".bar :is(button, select, input, output):visible").all()
        assert len(tools) > 8, view
        for tool in tools:
            box = tool.bounding_box()
            assert box is not None
            assert box["x"] >= 0, (view, tool)
            assert box["x"] + box["width"] <= 390, (view, tool)
            assert box["y"] + box["height"] < 500, (view, tool)
        assert page.locator(".bar").evaluate("bar => bar.scrollWidth <= bar.clientWidth")
        assert serious(page) == [], view
    page.get_by_role("button", name="Tools").click()
    show(page, server)
    page.locator("#rail-button").click()
    page.locator(".deck-button", has_text="coins").click()
    expect(page.locator("#rail")).to_be_hidden()
    assert tiles(page) == ["one", "ten"]
    expect(page.locator("#rail-button")).to_have_attribute("aria-expanded", "false")
    context.close()


@pytest.mark.slow
def test_a_phone_shows_two_cards_abreast_and_nothing_hangs_over(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3)
    page = context.new_page()
    page.goto(server.url)
    picture(page, "beasts/adder")
    boxes = [tile(page, f"beasts/{name}").bounding_box() for name in ("adder", "bear", "crab")]
    tops = [box["y"] for box in boxes if box]
    assert tops[0] == tops[1] < tops[2]
    for view in ("", "mode=hand", "mode=print", "findings=1"):
        show(page, server, view)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, view
    show(page, server)
    assert page.locator("#rail").is_hidden()
    page.locator("#rail-button").click()
    expect(page.get_by_role("heading", name="Counts")).to_be_visible()
    context.close()


# --- a whole game ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def novelty(browser: Browser) -> Iterator[Page]:
    with preview(
        ROOT, "novelty", "--editor", "subl://open?url=file://{path}&line={line}"
    ) as running:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(running.url)
        yield page
        page.close()


@pytest.mark.slow
def test_novelty_is_there_in_full(novelty: Page) -> None:
    page = novelty
    expect(page.locator("#cards .card")).to_have_count(182)
    decks = page.locator(".deck-button").all_inner_texts()
    assert decks == ["All decks\n216", "letters\n168", "motifs\n48"]
    expect(page.locator("#counts tr", has_text="mark red").first).to_contain_text("37")
    page.locator("#search").fill("mark:blue points:1")
    expect(tile(page, "letters/a-red")).to_have_count(0)
    assert tiles(page)
    assert all("blue" in name for name in tiles(page))
    page.locator("#search").fill("")
    page.locator("#modes").get_by_text("Sheets").click()
    expect(page.locator(".sheets > li").first).to_have_attribute("aria-setsize", "48")


@pytest.mark.slow
def test_the_editors_link_can_be_another(novelty: Page) -> None:
    novelty.locator("#modes").get_by_text("Cards").click()
    tile(novelty, "letters/a-blue").click()
    link = novelty.locator("#detail a.place").first
    file = (ROOT / "card_data" / "novelty" / "letters.yaml").as_posix()
    expect(link).to_have_attribute("href", f"subl://open?url=file://{file}&line=3")
