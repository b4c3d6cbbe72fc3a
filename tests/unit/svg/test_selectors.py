"""Which elements the rules of a drawing's styles are for."""

from typing import Any

import pytest

from cardgen.core.color import Color
from cardgen.scene.items import Path
from cardgen.svg.drawing import DrawingError, read_drawing
from cardgen.svg.selectors import Kinship, read_selector
from cardgen.svg.tree import SvgElement
from tests.unit.svg.test_drawing import svg

RED = Color(255, 0, 0)
BODY = (
    '<rect id="one" class="a" width="9" height="9"/><rect id="two" width="9" height="9"/>'
    '<g class="icon"><rect id="three" class="a" width="9" height="9"/>'
    '<g><rect id="four" class="a b" data-x="foo bar" width="9" height="9"/></g></g>'
)


def reds(css: str, body: str = BODY) -> set[int]:
    """Which of the shapes are red, counted from 1; nothing may be told."""
    drawing, gaps = read_drawing(svg(f"<style>{css}</style>{body}"))
    assert gaps == ()
    shapes = enumerate((item for item in drawing.items if isinstance(item, Path)), 1)
    return {place for place, item in shapes if item.fill == RED}


@pytest.mark.parametrize(
    ("selector", "fits"),
    [
        (".icon .a", {3, 4}),
        (".icon > .a", {3}),
        ("svg>rect", {1, 2}),
        ("#one + rect", {2}),
        ("#one ~ g rect", {3, 4}),
        ("g g > rect.b, #two", {2, 4}),
        ("svg > g > g > .a", {4}),
        ("svg g rect:first-child", {3, 4}),
        ("rect:nth-child(3)", {2}),
        ("rect:nth-of-type(even)", {2}),
        ("rect:not(.a)", {2}),
        (":is(#two, .b)", {2, 4}),
        ("[data-x]", {4}),
        ("[data-x~='bar']", {4}),
        ('rect[class*="a"][id^=t]', {3}),
        (":root > .a", {1}),
        ("rect:hover, .a::before, g:focus-within rect", set()),
    ],
)
def test_a_rule_is_for_what_its_selector_fits(selector: str, fits: set[int]) -> None:

    assert reds(f"{selector}{{fill:red}}") == fits


@pytest.mark.parametrize(
    ("css", "fits"),
    [
        ("#one{fill:red}rect.a{fill:blue}", {1}),
        ("g .a{fill:red}.a{fill:blue}", {3, 4}),
        (".icon g .a{fill:blue}.icon .a{fill:red}", {3}),
        (":where(#one){fill:blue}rect{fill:red}", {1, 2, 3, 4}),
        ("rect:not(#x){fill:red}.a.a{fill:blue}", {1, 2, 3, 4}),
    ],
)
def test_the_more_specific_selector_wins(css: str, fits: set[int]) -> None:
    assert reds(css) == fits


def test_what_a_use_shows_has_around_it_only_what_it_shows() -> None:
    """As browsers do: the element stands alone in the place where it is used."""
    shown = '<defs><g class="x"><rect id="u" class="u" width="9" height="9"/></g></defs>'
    assert reds(".x .u{fill:red}", f'{shown}<g class="x"><use href="#u"/></g>') == set()
    whole = shown.replace('class="x"', 'class="x" id="x"')
    assert reds(".x .u{fill:red}", f'{whole}<use href="#x"/>') == {1}


@pytest.mark.parametrize(
    "text", ["g || a", "a:nth-last-child(1)", "::part(x)", "a[b|c]", "> a", ""]
)
def test_a_selector_that_is_not_known_is_none(text: str) -> None:
    assert read_selector(text) is None


def test_selectors_that_try_every_way_up_a_deep_file_are_refused() -> None:
    deep = "<g>" * 40 + '<path d="M0 0h9v9"/>' * 400 + "</g>" * 40
    css = "z " + "g " * 10 + "path{fill:red}"
    with pytest.raises(DrawingError, match="too many CSS rules"):
        read_drawing(svg(f"<style>{css}</style>{deep}"))


class _Steps(tuple[SvgElement, ...]):
    """Children that count how many of them are looked at."""

    __slots__ = ()
    taken = 0

    def __getitem__(self, place: Any) -> Any:
        found = tuple.__getitem__(self, place)
        type(self).taken += len(found) if isinstance(place, slice) else 1
        return found


def test_the_sibling_before_is_found_without_a_look_at_the_others() -> None:
    children = _Steps(SvgElement("rect", {}, line, 1, (), "") for line in range(1000))
    kinship = Kinship(SvgElement("svg", {}, 1, 1, children, ""), lambda _: None)
    selector = read_selector(".none + rect")
    assert selector is not None
    assert not kinship.fits(selector, children[999], frozenset())
    assert _Steps.taken < 10
