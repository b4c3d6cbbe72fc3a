"""The gallery: one page with every card, which people can use and nobody can misuse."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import subprocess
from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from cardgen.bind.bound_faces import BoundDeck
from cardgen.render.workers.pool import Workers
from cardgen.targets.contract import Job, OptionError
from cardgen.targets.gallery.shapes import make_shape
from cardgen.targets.gallery.target import GalleryOptions, GalleryTarget
from cardgen.targets.laid_deck import LaidDeck
from cardgen.targets.shared.card_text import read_card_text
from cardgen.targets.shared.trimmed_faces import paint_faces
from cardgen.targets.shared.web_page import css_text, safe_json
from tests.support.pages import chromium, elements, faults, shown, wait_until
from tests.support.small_games import apart, checked, digests, job_of, novelty, poppler, write, zoo

gallery = GalleryTarget()

EVIL = '</script><script>alert(1)</script><img src=x onerror="alert(2)">'
GAME = f"""\
game: {json.dumps("Beasts & " + EVIL)}
about: {json.dumps("A zoo's «best» <b>beasts</b>. " + EVIL)}
palette: {{ink: "#000000", sand: "#e8d8b0", rust: "#c06020", sky: "#80b0e0"}}
fonts:
  text:
    regular: fonts/EBGaramond-Regular.ttf
    italic: fonts/EBGaramond-RegularItalic.ttf
    bold: fonts/EBGaramond-Bold.ttf
sizes:
  tabbed: {{width: 60mm, height: 90mm, corner: 2mm, tab: {{width: 19mm, height: 9mm, places: 3}}}}
  board: {{width: 320mm, height: 120mm}}
decks:
  beasts:
    cards: beasts.yaml
    size: poker
    front: beast
    back: back
    fields: {{name: text, kind: [land, sea], legs: integer, note: text,
      constructor: text, moral: text}}
  coins: {{cards: coins.yaml, size: round-25mm, front: coin, back: back}}
  tabs: {{cards: tabs.yaml, size: tabbed, front: coin, back: back}}
  board: {{cards: board.yaml, size: board, front: coin}}
"""
LAYOUTS = """\
layouts:
  beast:
    bleed:
      - {shape: rectangle, fill: sand}
    safe:
      - {text: "{{ name }}", font: text, size: 18pt, color: ink, height: 12mm}
      - {text: "{{ note }}", font: text, size: 9pt, color: ink, top: 20mm, height: 8mm}
  coin:
    bleed:
      - {shape: rectangle, fill: sky}
  back:
    bleed:
      - {shape: rectangle, fill: rust}
"""
BEASTS = f"""\
- {{name: Adder, kind: land, legs: 10, copies: 2}}
- {{name: Bear, kind: land, legs: 4, note: 'It said "no and left'}}
- {{name: Crab, kind: sea, legs: -10}}
- {{name: Dolphin, kind: sea, legs: -10}}
- {{name: Éland, kind: land, legs: 4, note: "**Bold** *leaper*"}}
- {{name: Fox, kind: land, legs: -2, copies: 3}}
- {{name: Gnu, legs: 4, constructor: {json.dumps(EVIL)}, moral: "\\u2028 & <!--<script>"}}
"""
FILES: dict[str, str | bytes] = {
    "game.yaml": GAME,
    "layouts.yaml": LAYOUTS,
    "beasts.yaml": BEASTS,
    "coins.yaml": "- {id: one, worth: 1, copies: 4}\n- {id: ten, worth: 10}\n",
    "tabs.yaml": "- {id: a}\n- {id: b}\n- {id: c}\n",
    "board.yaml": "- {id: sea}\n",
    "composition.yaml": "beasts: {total: 10, count: {kind: {land: 7, sea: 2}}}\n",
}
JOB = job_of(checked(FILES))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gallery") / "out"
    write(gallery, folder, JOB)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module")
def html(made: Path) -> str:
    return (made / "index.html").read_text("utf-8")


@pytest.fixture
def page(browser: Browser, made: Path) -> Iterator[Page]:
    """The page as it opens; it may say nothing on the console and ask for nothing."""
    with shown(browser, made / "index.html") as one:
        yield one.page


def pictures(html: str) -> list[bytes]:
    images = (image.attributes.get("src", "") for image in elements(html, "img"))
    return [base64.b64decode(src.partition(",")[2]) for src in images if src]


def names(page: Page) -> list[str]:
    """The cards on show, by their captions."""
    return page.locator(".card:visible .name").all_text_contents()


# --- what is in the file -------------------------------------------------------------------------


def test_each_distinct_face_is_in_the_page_once_and_no_other(html: str) -> None:
    found = pictures(html)
    faces = {JOB.scenes[f] for deck in JOB.game.decks for c in deck.cards
             for f in (c.front, c.back) if f}  # fmt: skip
    assert len(found) == len(faces)
    assert len(JOB.game.faces) > len(faces), "some cards share a face"


def test_a_picture_is_the_face_as_another_program_paints_it(tmp_path: Path) -> None:
    job = zoo("beasts", count=2)
    write(gallery, tmp_path / "out", job, width="420")
    face = job.scenes[job.game.decks[0].cards[0].front]
    first = Image.open(io.BytesIO(pictures((tmp_path / "out" / "index.html").read_text())[0]))
    assert first.format == "PNG", "few colors"
    assert apart(first, poppler(face)) < 3


def test_pictures_are_as_wide_as_asked_and_small_pieces_finer_than_in_proportion(
    html: str, tmp_path: Path
) -> None:
    sizes = [Image.open(io.BytesIO(data)).size for data in pictures(html)]
    assert sizes[0] == (750, 1050)
    coin = sizes[[card.id for deck in JOB.game.decks for card in deck.cards].index("one") + 1]
    assert min(coin) == 525
    write(gallery, tmp_path / "out", zoo("beasts", count=1), width="300")
    small = pictures((tmp_path / "out" / "index.html").read_text("utf-8"))
    assert min(Image.open(io.BytesIO(small[0])).size) == 210


def test_texts_of_a_game_stay_texts(html: str) -> None:
    found = elements(html)
    assert sum(one.name == "script" for one in found) == 2
    assert not [name for one in found for name in one.attributes if name.startswith("on")]
    assert elements(html, "title")[0].text == f"Beasts & {EVIL}: all cards"
    data = json.loads(elements(html, "script")[0].text)
    fields = dict(data["cards"][6]["fields"])
    assert fields["constructor"].startswith("</script><script>alert(1)</script><img src=x")
    assert fields["moral"] == "\u2028 & <!—<script>"
    assert dict(data["cards"][4]["fields"])["note"] == "Bold leaper", "markup is left out"


def test_the_page_lets_nothing_run_and_nothing_be_fetched_but_its_own(html: str) -> None:
    meta = elements(html, "meta")
    policy = next(one.attributes["content"] for one in meta if "http-equiv" in one.attributes)
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    for name, text in (
        ("style-src", elements(html, "style")[0].text),
        ("script-src", elements(html, "script")[1].text),
    ):
        digest = hashlib.sha256(text.encode()).digest()
        assert rules[name] == f"'sha256-{base64.b64encode(digest).decode()}'"
    assert rules["img-src"] == "data:"
    assert not any("style" in one.attributes for one in elements(html)), "the policy forbids it"


def test_every_address_is_in_the_page_itself(html: str) -> None:
    found = [one.attributes.get(a, "") for one in elements(html) for a in ("href", "src")]
    assert all(address.startswith(("data:", "#")) for address in found if address)
    ids = {one.attributes["id"] for one in elements(html) if "id" in one.attributes}
    assert {address[1:] for address in found if address.startswith("#")} <= ids
    assert not re.search(r"url\((?!\"data:|#)|@import", elements(html, "style")[0].text)


def test_a_picture_says_the_cards_words_or_whose_it_is(html: str) -> None:
    said = [image.attributes["alt"] for image in elements(html, "img")]
    assert said[2] == "Bear. It said “no and left."
    assert "one, a face without words" in said
    assert all(said)


def test_the_composition_is_told_in_a_table(html: str) -> None:
    cells = [one.text for one in elements(html) if one.name in ("th", "td", "caption")]
    start = cells.index("Beasts by kind")
    assert cells[start : start + 5] == ["Beasts by kind", "land", "7", "sea", "2"]


def test_without_backs_there_is_none(tmp_path: Path) -> None:
    write(gallery, tmp_path / "out", JOB, backs="no")
    found = pictures((tmp_path / "out" / "index.html").read_text("utf-8"))
    assert len(found) == len({JOB.scenes[c.front] for d in JOB.game.decks for c in d.cards})


@pytest.mark.parametrize(
    "options", [{"width": "100"}, {"quality": "0"}, {"backs": "maybe"}, {"colour": "no"}]
)
def test_an_option_that_cannot_be_had_is_refused(options: dict[str, str]) -> None:
    with pytest.raises(OptionError) as refused:
        gallery.read_options(options)
    assert refused.value.hint


def test_the_same_game_gives_the_same_bytes_with_one_worker_or_more(
    made: Path, tmp_path: Path
) -> None:
    with Workers(2) as workers:
        write(gallery, tmp_path / "two", JOB, workers)
    assert digests(tmp_path / "two") == digests(made)


def test_the_manifest_says_which_face_is_whose(made: Path, html: str) -> None:
    told = cast(dict[str, Any], json.loads((made / "manifest.json").read_text("utf-8")))
    found = {hashlib.sha256(data).hexdigest() for data in pictures(html)}
    assert {face["sha256"] for face in told["faces"]} == found
    fox = next(card for card in told["cards"] if card["card"] == "fox")
    assert (fox["copies"], fox["deck"], fox["source"]) == (3, "beasts", "beasts.yaml:6")
    assert told["cards"][0]["back"] == fox["back"] != fox["front"]


def test_a_cut_outline_is_told_in_millimetres_of_the_trim() -> None:
    deck = JOB.game.decks[1]
    coin = make_shape(JOB.scenes[deck.cards[0].front], deck.size.corner)
    assert (coin.width, coin.height, coin.corner) == (25.4, 25.4, 0)
    assert coin.path.startswith("M12.7 0")
    poker = make_shape(JOB.scenes[JOB.game.decks[0].cards[0].front], JOB.game.decks[0].size.corner)
    assert (poker.width, poker.height, poker.path) == (63.5, 88.9, "")


def test_data_cannot_end_its_element() -> None:
    hostile = {"<!--<script>": ["</script>", "\u2028", "a & b"]}
    text = str(safe_json(hostile))
    assert not set(text) & set("<>&\u2028")
    assert json.loads(text) == hostile
    assert css_text('a"; } </style>\n') == '"a\\22 \\3b \\20 \\7d \\20 \\3c \\2f style\\3e \\a "'


# --- the page in a browser -----------------------------------------------------------------------


def test_search_finds_words_and_fields_whatever_their_accents(page: Page) -> None:
    search = page.get_by_role("searchbox")
    search.fill("eland")
    assert names(page) == ["Éland"]
    search.fill("sea legs")
    assert names(page) == []
    expect(page.get_by_text("No card fits.")).to_be_visible()
    search.fill('said "no')
    assert names(page) == ["Bear"]
    expect(page.get_by_role("status").first).to_have_text("1 of 19 cards")
    search.press("Escape")
    assert len(names(page)) == 13


def test_filters_narrow_by_any_field_and_say_how_many_each_value_would_leave(page: Page) -> None:
    page.get_by_role("button", name="Filter").click()
    land = page.get_by_label(re.compile(r"^land"))
    assert land.locator("xpath=..").inner_text().split() == ["land", "7"]
    page.get_by_role("group", name="legs").get_by_label(re.compile("^4")).check()
    assert names(page) == ["Bear", "Éland", "Gnu"]
    page.get_by_role("group", name="kind").get_by_label(re.compile("^none")).check()
    assert names(page) == ["Gnu"]
    assert land.locator("xpath=..").inner_text().split() == ["land", "2"]
    expect(page.get_by_role("heading", name="Coins")).to_be_hidden()
    page.get_by_role("button", name="Give up kind: none").click()
    assert len(names(page)) == 3
    page.get_by_role("button", name="Give up legs: 4").click()
    page.get_by_role("textbox", name="name").fill("ÉLAN")
    assert names(page) == ["Éland"]


def test_sorting_knows_numbers_from_words(page: Page) -> None:
    page.get_by_label("Sort by").select_option(label="By legs")
    assert names(page)[:7] == ["Crab", "Dolphin", "Fox", "Bear", "Éland", "Gnu", "Adder"]
    page.get_by_label("Sort by").select_option(label="In game order")
    assert names(page)[:3] == ["Adder", "Bear", "Crab"]


def test_backs_show_the_one_picture_that_they_share(page: Page) -> None:
    page.get_by_label("Backs").check()
    seen = page.locator(".card:visible .face.back:visible img")
    assert seen.count() == 12, "the board has none"
    wait_until(page, "[...document.images].filter((i) => i.alt === 'A back without words')"
                           ".every((i) => !i.offsetParent || i.naturalWidth > 0)")  # fmt: skip
    expect(page.locator(".card:visible .face.front:visible")).to_have_count(1)


def test_the_keyboard_reaches_everything(page: Page) -> None:
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    focused = page.locator("*:focus .name")
    assert focused.inner_text() == "Adder"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert focused.inner_text() == "Crab"
    page.keyboard.press("f")
    expect(page.locator("*:focus .face.back")).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.press("Enter")
    big = page.get_by_role("dialog", name="Crab")
    expect(big).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog", name="Dolphin")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator("#big .face.back")).to_be_visible()
    expect(page.locator("#big .face.front")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#big")).to_be_hidden()
    expect(focused).to_have_text("Dolphin")  # where one was is not lost
    page.keyboard.press("Tab")
    assert focused.inner_text() == "one", "a deck is one stop"


@pytest.mark.slow
def test_late_news_of_an_older_address_opens_nothing(page: Page) -> None:
    """The browser tells of a followed link when it has time, and a card may be open by then."""
    page.get_by_role("button", name=re.compile("^Crab")).click()
    expect(page.get_by_role("dialog", name="Crab")).to_be_visible()
    page.evaluate("""() => {
        document.getElementById('big').close();
        const [oldURL, newURL] = ['', '#cards'].map((hash) => location.href.split('#')[0] + hash);
        dispatchEvent(new HashChangeEvent('hashchange', { oldURL, newURL }));
    }""")
    expect(page.locator("*:focus .name")).to_have_text("Crab")
    expect(page.locator("#big")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("key", ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"])
def test_on_a_fresh_page_an_arrow_goes_to_the_first_card(page: Page, key: str) -> None:
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement === document.body"), "other keys scroll"
    page.keyboard.press(key)
    focused = page.locator("*:focus .name")
    expect(focused).to_have_text("Adder")
    expect(page.locator("*:focus")).to_be_in_viewport()
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_text("Bear")


@pytest.mark.slow
def test_from_nowhere_enter_opens_the_first_card_on_show(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("sea")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Crab")).to_be_visible()


@pytest.mark.slow
def test_an_arrow_from_nowhere_begins_where_the_page_is_scrolled_to(page: Page) -> None:
    page.set_viewport_size({"width": 600, "height": 700})
    page.evaluate("scrollTo({top: 1e6, behavior: 'instant'})")
    page.keyboard.press("ArrowRight")
    expect(page.locator("*:focus")).to_be_in_viewport()
    assert page.locator("*:focus .name").inner_text() != "Adder"


def test_the_large_view_tells_the_row_and_its_copies_and_has_an_address(
    browser: Browser, made: Path
) -> None:
    with shown(browser, made / "index.html", "#beasts/gnu") as one:
        big = one.page.get_by_role("dialog", name="Gnu")
        expect(big).to_contain_text("alert(1)")
        expect(big.locator("script, dd img")).to_have_count(0)
        one.page.get_by_role("button", name="Card before").click()
        expect(one.page.get_by_role("dialog", name="Fox")).to_contain_text("Beasts, 3 copies")
        assert one.page.url.endswith("#beasts/fox")
        one.page.evaluate("location.hash = '#coins/ten'")
        expect(one.page.get_by_role("dialog", name="ten")).to_contain_text("Coins")


@pytest.mark.slow
def test_an_address_of_what_there_is_not_shows_all_cards(page: Page) -> None:
    """Nor does a script fail, which the page's fixture would tell; a table that is none is laid
    anew."""
    everything = names(page)
    for junk in ("beasts/nope", "__proto__/constructor", "%E0%A4%A", "<b>x</b>", "a/b/c", "=&?"):
        page.evaluate("location.hash = 'beasts/fox'")
        expect(page.get_by_role("dialog", name="Fox")).to_be_visible()
        page.evaluate("junk => { location.hash = junk; }", junk)
        expect(page.locator("dialog[open]")).to_have_count(0)
        assert names(page) == everything, junk
    for junk in ("play=", "play=%E0%A4%A", "play=" + "A" * 5000, "play=__proto__"):
        page.evaluate("junk => { location.hash = junk; }", junk)
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.slow
def test_back_closes_a_card_and_forward_opens_it_again(page: Page) -> None:
    page.locator(".open").nth(2).click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#big-name")).to_have_text("Dolphin")
    page.go_back()
    expect(page.locator("#big")).to_be_hidden()
    page.go_forward()
    expect(page.get_by_role("dialog", name="Dolphin")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#big")).to_be_hidden()
    expect(page).to_have_url(re.compile("html$"))


@pytest.mark.slow
def test_a_card_opened_just_after_another_was_closed_stays_open(page: Page) -> None:
    page.evaluate("""() => {
        const [one, two] = [...document.querySelectorAll('.open')].slice(0, 2);
        one.click();
        document.getElementById('big').close();
        two.click();
    }""")
    expect(page).to_have_url(re.compile("#beasts/bear$"))
    expect(page.get_by_role("dialog", name="Bear")).to_be_visible()


@pytest.mark.slow
def test_a_turn_is_shown_unless_motion_is_unwanted(browser: Browser, made: Path) -> None:
    moving = {}
    for motion in ("reduce", "no-preference"):
        with shown(browser, made / "index.html", reduced_motion=motion) as one:
            one.page.locator(".open").first.focus()
            one.page.evaluate("""() => {
                const animate = Element.prototype.animate;
                window.moved = false;
                Element.prototype.animate = function (...how) {
                    window.moved = true;
                    return animate.apply(this, how);
                };
            }""")
            one.page.keyboard.press("f")
            expect(one.page.locator(".card").first.locator(".back")).to_be_visible()
            moving[motion] = one.page.evaluate("window.moved")
    assert moving == {"reduce": False, "no-preference": True}


def test_pieces_have_the_shape_that_they_are_cut_to(page: Page) -> None:
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    paper = [int(n) for n in re.findall(r"\d+", ground)][:3]
    for deck, inside, outside in (
        ("Coins", (0.5, 0.5), (0.03, 0.03)),
        ("Tabs", (0.15, 0.05), (0.6, 0.05)),
        ("Beasts", (0.5, 0.5), (0.004, 0.003)),
    ):
        section = page.locator(".deck", has=page.get_by_role("heading", name=deck))
        cut = section.locator(".cut").first
        cut.scroll_into_view_if_needed()
        wait_until(page, "(e) => e.complete", arg=cut.locator("img").element_handle())
        picture = np.asarray(Image.open(io.BytesIO(cut.screenshot())).convert("RGB"), int)
        height, width = picture.shape[:2]
        full, bare = (picture[int(y * height), int(x * width)] for x, y in (inside, outside))
        assert abs(full - paper).max() > 20, f"{deck}: there is a piece"
        assert abs(bare - paper).max() < 16, f"{deck}: there is none (but for its shade)"


def test_a_browser_without_scripts_shows_every_card(browser: Browser, made: Path) -> None:
    with shown(browser, made / "index.html", java_script_enabled=False) as one:
        assert one.page.locator(".card").count() == 13
        expect(one.page.locator("#bar")).to_be_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("given", [
    {"color_scheme": "light"}, {"color_scheme": "dark"},
    {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
])  # fmt: skip
def test_nobody_is_kept_out(browser: Browser, made: Path, given: dict[str, Any]) -> None:
    with shown(browser, made / "index.html", **given) as one:
        one.page.locator("summary").click()
        one.page.get_by_role("button", name="Filter").click()
        one.page.get_by_label(re.compile(r"^land")).check()
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert one.page.evaluate(wide) == 0, "nothing is wider than the screen"
        assert faults(one.page) == []
        one.page.locator(".open").first.click()
        assert faults(one.page) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [390, 320])
def test_no_word_of_the_name_is_cut_on_a_phone(browser: Browser, made: Path, width: int) -> None:
    with shown(browser, made / "index.html", viewport={"width": width, "height": 700}) as one:
        one.page.locator("h1").evaluate("(e) => { e.textContent = 'Novelty'; }")
        lines = "(e) => { const all = document.createRange(); all.selectNodeContents(e); "
        lines += "return all.getClientRects().length; }"
        assert one.page.locator("h1").evaluate(lines) == 1


@pytest.mark.slow
def test_light_and_dark_follow_the_system_until_one_is_chosen(browser: Browser, made: Path) -> None:
    def ground(page: Page) -> int:
        color = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        return int(re.findall(r"\d+", color)[0])

    with shown(browser, made / "index.html", color_scheme="dark") as one:
        assert ground(one.page) < 60
        one.page.get_by_role("button", name="Dark or light").click()
        assert ground(one.page) > 200


# --- on paper ------------------------------------------------------------------------------------


def pages_of(pdf: bytes) -> tuple[int, str]:
    run = subprocess.run(["pdfinfo", "-"], input=pdf, capture_output=True, check=True)
    told = dict(re.findall(r"^(.*?):\s+(.*)$", run.stdout.decode(), re.MULTILINE))
    return int(told["Pages"]), told["Page size"]


def printed(pdf: bytes, page: int = 1, dpi: int = 200) -> Image.Image:
    command = ["pdftoppm", "-r", str(dpi), "-f", str(page), "-l", str(page), "-png", "-"]
    run = subprocess.run(command, input=pdf, capture_output=True, check=True)
    return Image.open(io.BytesIO(run.stdout)).convert("RGB")


def extent(picture: Image.Image, dpi: int = 200) -> tuple[float, float]:
    """Width and height in millimetres of what is printed below the top margin."""
    levels = np.asarray(picture, int)[round(5.8 / 25.4 * dpi) :]
    inked = (255 - levels).max(axis=2) > 24
    rows, columns = np.flatnonzero(inked.any(axis=1)), np.flatnonzero(inked.any(axis=0))
    across, down = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    return across / dpi * 25.4, down / dpi * 25.4


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_cards_print_at_true_size_and_without_the_page_around_them(page: Page, paper: str) -> None:
    page.get_by_role("searchbox").fill("bear")
    pdf = page.pdf(format=paper)
    assert pages_of(pdf)[0] == 1
    assert extent(printed(pdf)) == pytest.approx((63.5, 88.9), abs=0.2)
    words = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    assert "Search" not in words.stdout.decode()
    assert b"print at 100 %" in words.stdout


@pytest.mark.slow
def test_round_pieces_print_at_true_size(page: Page) -> None:
    page.get_by_role("searchbox").fill("ten")
    assert extent(printed(page.pdf(format="A4"))) == pytest.approx((25.4, 25.4), abs=0.3)


@pytest.mark.slow
def test_a_piece_that_is_wider_than_the_paper_does_not_shrink_the_others(page: Page) -> None:
    picture = np.asarray(printed(page.pdf(format="A4")), int)
    sand = (abs(picture - (0xE8, 0xD8, 0xB0)).max(axis=2) < 12).any(axis=1)
    rows = np.flatnonzero(sand)
    assert (rows[-1] - rows[0]) / 200 * 25.4 == pytest.approx(3 * 88.9, abs=0.5)


@pytest.mark.slow
def test_copies_and_backs_are_printed_if_asked_for(page: Page) -> None:
    page.evaluate("() => { window.print = () => { window.printAsked = true; }; }")
    page.get_by_role("button", name="Filter").click()
    page.get_by_role("group", name="deck").get_by_label(re.compile("^beasts")).check()
    assert pages_of(page.pdf(format="A4")) == (1, "595.92 x 842.88 pts (A4)")
    page.get_by_role("button", name="Print…").click()
    dialog = page.get_by_role("dialog", name="Print these cards")
    expect(dialog).to_contain_text("As many as in the game: 10")
    dialog.get_by_label("As many as in the game").check()
    dialog.get_by_role("button", name="Print").click()
    wait_until(page, "window.printAsked")
    assert pages_of(page.pdf(format="A4"))[0] == 2
    assert page.locator(".card").count() == 13, "copies are gone after printing"
    page.get_by_role("button", name="Print…").click()
    dialog.get_by_label("Back beside each front").check()
    dialog.get_by_label("One of each").check()
    dialog.get_by_role("button", name="Print").click()
    page.wait_for_selector("html.print-backs")
    pdf = page.pdf(format="A4")
    assert pages_of(pdf) == (2, "842.88 x 595.92 pts (A4)")
    assert extent(printed(pdf, 1))[0] == pytest.approx(4 * 63.5 + 2, abs=0.3)


# --- the whole of Novelty ------------------------------------------------------------------------


@pytest.mark.slow
def test_novelty_is_one_page_of_less_than_15_megabytes_that_works(
    browser: Browser, tmp_path: Path
) -> None:
    with Workers(2) as workers:
        write(gallery, tmp_path / "out", novelty(), workers)
    file = tmp_path / "out" / "index.html"
    assert 2_000_000 < file.stat().st_size < 15_000_000
    with shown(browser, file) as one:
        page = one.page
        expect(page.get_by_text("216 cards")).to_be_visible()
        page.get_by_role("searchbox").fill("nabokov")
        assert names(page) == ["Alliteration"]
        words = read_card_text(novelty().scenes[novelty().game.decks[1].cards[1].front])
        first = page.get_by_role("img", name=words.split("\n")[0])
        assert first.first.evaluate("(image) => image.naturalWidth") == 750
        page.get_by_role("searchbox").fill("")
        page.get_by_role("button", name="Filter").click()
        page.get_by_role("group", name="mark").get_by_label(re.compile("^blue")).check()
        expect(page.get_by_role("status").first).to_have_text("37 of 216 cards")
        assert pages_of(page.pdf(format="A4"))[0] == 4


# --- faces of few colors -------------------------------------------------------------------------


def texture() -> bytes:
    """A picture of more colors than a palette has."""
    down, across = np.mgrid[:350, :250]
    pixels = np.dstack((200 + down % 53, 180 + across % 61, 150 + (down * across) % 47))
    out = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(out, "PNG")
    return out.getvalue()


LOSSY = 5
"""Levels that WebP takes from a texture all noise."""
TEXTURED: dict[str, str | bytes] = {
    "game.yaml": GAME[: GAME.index("decks:")]
    + "decks:\n  beasts: {cards: beasts.yaml, size: poker, front: beast}\n"
    + "  lone: {cards: lone.yaml, size: poker, front: faded}\n",
    "layouts.yaml": """\
layouts:
  beast:
    bleed:
      - {picture: paper.png}
    safe:
      - {text: "{{ name }}", font: text, size: 40pt, color: ink, height: 20mm}
      - {shape: rectangle, fill: rust, left: 5mm, top: 40mm, width: 20mm, height: 10mm}
  faded:
    bleed:
      - {picture: paper.png}
    safe:
      - {shape: rectangle, fill: {from: sand, to: rust}, height: 30mm}
""",
    "beasts.yaml": "- {name: Ant}\n- {name: Bee}\n",
    "lone.yaml": "- {id: lone}\n",
    "paper.png": texture(),
}


@pytest.fixture(scope="module")
def textured(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Job]:
    folder, job = tmp_path_factory.mktemp("textured") / "out", job_of(checked(TEXTURED))
    write(gallery, folder, job)
    return folder, job


def early_pictures(job: Job, deck: BoundDeck, options: GalleryOptions) -> set[Hashable]:
    """The pictures that are begun when a deck is laid out."""
    laid = LaidDeck(deck, job.scenes, job.dpi, job.game.pictures)
    return {one.key for one in gallery.early_faces(laid, options)} if deck.cards else set()


@pytest.mark.parametrize("typed", [{}, {"backs": "no"}, {"width": "400", "quality": "60"}])
@pytest.mark.parametrize("files", [TEXTURED, None])
def test_pictures_that_are_begun_early_are_those_of_the_page(
    files: dict[str, str | bytes] | None, typed: dict[str, str]
) -> None:
    job, options = job_of(checked(files)) if files else zoo(), gallery.read_options(typed)
    wanted = {one.key for one in gallery.faces(job, gallery.plan(job, options))}
    assert set().union(*(early_pictures(job, deck, options) for deck in job.game.decks)) == wanted


def test_a_face_on_a_ground_that_only_another_deck_has_too_is_not_begun_early() -> None:
    """It will be marks alone; before that deck is there, it would be a picture of both."""
    layouts = str(TEXTURED["layouts.yaml"])
    twice = {**TEXTURED, "layouts.yaml": layouts[: layouts.index("  faded:")]}
    twice["game.yaml"] = str(TEXTURED["game.yaml"]).replace("front: faded", "front: beast")
    job, options = (
        job_of(checked({**twice, "lone.yaml": "- {name: Cat}\n"})),
        gallery.read_options({}),
    )
    beasts, lone = (early_pictures(job, deck, options) for deck in job.game.decks)
    wanted = {one.key for one in gallery.faces(job, gallery.plan(job, options))}
    assert (len(beasts), len(lone), len(wanted)) == (3, 0, 4)
    assert beasts < wanted


def put_together(html: str, number: int) -> Image.Image:
    """A picture of the page as it is seen, before its ground."""
    image = [one for one in elements(html, "img") if one.attributes.get("src")][number]
    shown = [image.attributes["src"]]
    if "class" in image.attributes:
        name = image.attributes["class"].split()[-1]
        shown[:0] = re.findall(rf"\.{name}\.before\{{background-image:url\(\"([^\"]*)\"\)", html)
    layers = [Image.open(io.BytesIO(base64.b64decode(one.partition(",")[2]))) for one in shown]
    whole = layers[0].convert("RGBA")
    for layer in layers[1:]:
        whole.alpha_composite(layer.convert("RGBA"))
    return whole.convert("RGB")


def painted(job: Job, deck: int, card: int) -> Image.Image:
    face = job.scenes[job.game.decks[deck].cards[card].front]
    with paint_faces([face], (750, 1050), job.game.pictures) as faces:
        return Image.fromarray(faces.pixels(0))


def test_a_ground_that_faces_share_is_in_the_page_once_and_their_marks_before_it(
    textured: tuple[Path, Job],
) -> None:
    folder, job = textured
    html = (folder / "index.html").read_text("utf-8")
    kinds = [Image.open(io.BytesIO(data)).format for data in pictures(html)]
    assert kinds == ["PNG", "PNG", "WEBP"], "a gradient is too many colors"
    assert html.count("before{background-image") == 1
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert [face.get("ground") for face in told["faces"]] == [0, 0, None]
    assert [apart(put_together(html, n), painted(job, 0, n)) < LOSSY for n in (0, 1)] == [
        True,
        True,
    ]
    assert apart(put_together(html, 2), painted(job, 1, 0)) < LOSSY


def test_what_is_flat_keeps_its_very_color(textured: tuple[Path, Job]) -> None:
    html = (textured[0] / "index.html").read_text("utf-8")
    assert put_together(html, 0).getpixel((200, 600)) == (0xC0, 0x60, 0x20)


ASKED_FOR = """(() => {
  const image = document.querySelector('.card .face.front img');
  image.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
  return !image.matches('.before');
})()"""


def test_who_saves_a_picture_gets_its_ground_too(
    browser: Browser, textured: tuple[Path, Job]
) -> None:
    folder, job = textured
    with shown(browser, folder / "index.html") as one:
        image = one.page.locator(".card .face.front img").first
        image.hover()
        wait_until(one.page, ASKED_FOR)
        source = image.get_attribute("src") or ""
    saved = Image.open(io.BytesIO(base64.b64decode(source.partition(",")[2])))
    assert apart(saved.convert("RGB"), painted(job, 0, 0)) < LOSSY


def test_paper_gets_the_ground_too(browser: Browser, textured: tuple[Path, Job]) -> None:
    with shown(browser, textured[0] / "index.html") as one:
        sheet = one.page.pdf()
    page = subprocess.run(
        ["pdftoppm", "-r", "40", "-png", "-l", "1", "-"],
        input=sheet,
        capture_output=True,
        check=True,
    )
    printed = np.asarray(Image.open(io.BytesIO(page.stdout)).convert("RGB"), int)
    assert (printed.sum(axis=2) < 720).mean() > 0.15, "three cards of paper, not only their letters"
