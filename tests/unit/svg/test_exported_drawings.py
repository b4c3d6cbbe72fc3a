"""Drawings as programs and sites of icons export them."""

import pytest

from cardgen.core.color import BLACK, Color
from cardgen.core.geometry import Rect
from cardgen.scene.items import Group, Item, Path
from cardgen.scene.outlines import rectangle
from cardgen.svg.drawing import DrawingError, read_drawing
from tests.unit.svg.test_drawing import boxes, drawn, pixels, svg

WHITE = Color(255, 255, 255)
CLASSED = '<circle class="a" r="4" cx="9" cy="9"/>'
CIRCLE = '<circle r="9" cx="9" cy="9"/>'


def seen(body: str) -> tuple[tuple[Item, ...], list[str]]:
    """The items and the gaps of a file."""
    drawing, gaps = read_drawing(svg(body))
    return drawing.items, [gap.message for gap in gaps]


# --- what a root says in its style ---------------------------------------------------------


@pytest.mark.parametrize(
    ("attributes", "width", "height"),
    [
        ('viewBox="0 0 512 512" style="height: 512px; width: 512px;"', 384, 384),
        ('viewBox="0 0 20 10" style="width:100%;height:auto"', 15, 7.5),
        ('viewBox="0 0 20 10" style="width:min-content"', 15, 7.5),
        ('width="9" height="9" style="width:1in!important;height:36pt"', 72, 36),
        ('width="40" height="20" style="width:100%;height:100%"', 30, 15),
        ('viewBox="0 0 20 10" width="40" height="40" style="width:100%"', 30, 30),
        ('viewBox="0 0 20 10" style="position:absolute;width:0;height:0"', 15, 7.5),
    ],
)
def test_the_size_in_a_drawings_style_is_its_size_and_no_gap(
    attributes: str, width: float, height: float
) -> None:
    drawing, gaps = read_drawing(svg(CIRCLE, attributes))
    assert [gap for gap in gaps if "position" not in gap.message] == []
    assert (drawing.width, drawing.height) == pytest.approx((width, height))


@pytest.mark.parametrize(
    "said",
    [
        "background: white",
        "Background-Color: rgb(255, 255, 255)",
        "background-color: red; background: white",
    ],
)
def test_the_background_of_a_drawing_is_below_it(said: str) -> None:
    ground, _ = drawn(CIRCLE, f'viewBox="0 0 40 40" style="{said}"')
    assert isinstance(ground, Path)
    assert ground.fill == WHITE
    assert boxes([ground]) == [(0, 0, 30, 30)]


@pytest.mark.parametrize(
    "said",
    [
        "background: none",
        "background: 0 0",
        "background-color: transparent",
        "background-color: white; background: none",
        "/* background: white; */ x:y",
        "background:",
        "x:y",
    ],
)
def test_no_background_is_below_no_drawing(said: str) -> None:
    drawing, gaps = read_drawing(svg(CIRCLE, f'viewBox="0 0 40 40" style="{said}"'))
    assert [gap for gap in gaps if "ground" in gap.message] == []
    assert len(drawing.items) == 1


def test_a_background_that_is_no_color_is_told() -> None:
    _, (gap,) = read_drawing(svg(CIRCLE, 'viewBox="0 0 4 4" style="background: url(a.png)"'))
    assert gap.message == "the background `url(a.png)` of the drawing is not painted"


def test_a_part_of_a_drawing_has_no_background() -> None:
    body = f'<g id="leaf">{CIRCLE}</g>'
    drawing, _ = read_drawing(svg(body, 'viewBox="0 0 40 40" style="background: white"'), "leaf")
    assert len(drawing.items) == 1


# --- colors in two forms -------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        '<circle {} fill="#d9d9d9" style="fill:color(display-p3 0.851 0.851 0.851)"/>',
        '<circle {} style="fill:#d9d9d9;fill:color(display-p3 0.851 0.851 0.851);fill-opacity:1"/>',
        '<circle {} fill="#d9d9d9" style="fill: light-dark(#d9d9d9, rgb(0, 0, 0))"/>',
        "<style>circle{{fill:#d9d9d9;fill:OKLCH(0.9 0 0)}}</style><circle {}/>",
        '<style>circle{{fill:lab(90 0 0)}}</style><circle {} fill="#d9d9d9"/>',
    ],
)
def test_a_plain_color_stays_where_a_newer_form_follows(body: str) -> None:
    (item,) = drawn(body.format('r="9" cx="9" cy="9"'))
    assert isinstance(item, Path)
    assert item.fill == Color(217, 217, 217)


def test_a_color_in_a_newer_form_alone_is_told() -> None:
    _, (gap,) = read_drawing(svg('<circle r="9" cx="9" cy="9" style="fill:oklch(0.9 0 0)"/>'))
    assert gap.message == "`oklch(0.9 0 0)` is no color; it is painted black"


@pytest.mark.parametrize(
    "body",
    [
        "<style>circle{fill:red} .gem{fill:oklch(0.9 0 0)}</style><circle {} class='gem'/>",
        "<style>circle{fill:red}</style><circle {} style='fill:oklch(0.9 0 0)'/>",
    ],
)
def test_a_color_in_a_newer_form_is_told_where_another_rule_has_a_plain_one(body: str) -> None:
    _, (gap,) = read_drawing(svg(body.replace("{}", 'r="9" cx="9" cy="9"')))
    assert gap.message == "`oklch(0.9 0 0)` is no color; it is painted black"


# --- masks ---------------------------------------------------------------------------------

MASKED = '<rect width="40" height="40" fill="red" mask="url(#m)"/>'


def shown(body: str) -> int:
    """How many square units of a red square of 40 show through the mask `m`."""
    drawing, gaps = read_drawing(svg(body + MASKED, 'viewBox="0 0 40 40" width="40pt"'))
    assert gaps == ()
    return int((pixels(drawing, 40)[:, :, 1] < 128).sum())


@pytest.mark.parametrize("how", ['mask-type="alpha"', 'style="mask-type:alpha"'])
def test_a_mask_by_shape_is_one_wherever_that_is_said(how: str) -> None:
    assert shown(f'<mask id="m" {how}><rect width="20" height="40"/></mask>') == 800


def test_a_mask_shows_nothing_beyond_its_own_frame() -> None:
    frame = 'maskUnits="userSpaceOnUse" x="0" y="0" width="10" height="100%"'
    shape = '<rect width="40" height="40" fill="white"/>'
    assert shown(f'<mask id="m" {frame}>{shape}</mask>') == 400
    assert shown(f'<mask id="m">{shape}</mask>') == 1600


@pytest.mark.parametrize(
    "part",
    [
        '<mask id="n"><rect width="40" height="20" fill="white"/></mask><mask id="m" {}="url(#n)">',
        '<clipPath id="n"><rect width="40" height="20"/></clipPath><mask id="m" {}="url(#n)">',
    ],
    ids=["mask", "clip-path"],
)
def test_a_mask_is_masked_and_clipped_itself(part: str) -> None:
    how = "clip-path" if "clipPath" in part else "mask"
    shape = '<rect width="20" height="40" fill="white"/></mask>'
    assert shown(part.format(how) + shape) == 400


# --- what means nothing in print -----------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        '<g style="block-progression:tb;isolation:auto;solid-opacity:1">{}</g>',
        '<g style="color-scheme: light dark">{}</g>',
        "<style>@font-face {{ font-family: x; src: url(x.woff) }}</style>{}",
        "<flowRoot><flowRegion><rect/></flowRegion><flowPara> </flowPara></flowRoot>{}",
        '<g style="/* the ground */ fill: red; /* no line */">{}</g>',
    ],
)
def test_what_programs_say_beside_the_drawing_is_no_gap(body: str) -> None:
    assert len(drawn(body.format(CIRCLE))) == 1


def test_comments_in_a_style_hide_nothing() -> None:
    (item,) = drawn('<circle r="9" cx="9" cy="9" style="/* a; b */ fill: white"/>')
    assert isinstance(item, Path)
    assert item.fill == WHITE


def test_a_flowed_text_of_inkscape_is_a_text() -> None:
    _, (gap,) = read_drawing(svg("<flowRoot><flowPara>Hi</flowPara></flowRoot>"))
    assert gap.message == "text is not drawn"


# --- what a DOCTYPE declares ---------------------------------------------------------------

ILLUSTRATOR = b"""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.0//EN" "http://www.w3.org/TR/SVG10/DTD/svg10.dtd" [
    <!ENTITY ns_svg "http://www.w3.org/2000/svg">
    <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
    <!ENTITY st0 "fill:#ffffff;">
    <!ATTLIST svg xmlns:xlink CDATA #FIXED "http://www.w3.org/1999/xlink">
]>
<svg xmlns="&ns_svg;" xmlns:i="&ns_ai;" i:rulerOrigin="0 0" viewBox="0 0 40 40">
    <!-- made &by; hand --><use xlink:href="#a" style="&st0;"/><defs><g id="a">{}</g></defs>
</svg>"""


def test_namespaces_and_styles_that_an_old_doctype_names_are_read() -> None:
    drawing, gaps = read_drawing(ILLUSTRATOR.replace(b"{}", CIRCLE.encode()))
    (item,) = drawing.items
    assert isinstance(item, Path)
    assert (item.fill, gaps) == (WHITE, ())


# --- what only other programs show ---------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            f'<switch><g systemLanguage="en">{CIRCLE}</g><g systemLanguage="de"/></switch>',
            "a `<switch>` of which each part is for a language or a program is left out",
        ),
        ("<switch><text>Hi</text></switch>", "text is not drawn"),
        (
            '<switch><foreignObject requiredExtensions="x"/></switch>',
            "a `<foreignObject>` is not drawn",
        ),
        ("<use/>", "a `<use>` does not say what it shows"),
    ],
)
def test_a_choice_of_which_nothing_is_drawn_is_told(body: str, message: str) -> None:
    _, (gap,) = read_drawing(svg(body))
    assert gap.message == message


def test_a_choice_of_which_something_is_drawn_is_no_gap() -> None:
    other = '<foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"/>'
    assert len(drawn(f"<switch>{other}<g>{CIRCLE}</g></switch>")) == 1
    assert len(drawn(f"<switch/>{CIRCLE}")) == 1


@pytest.mark.parametrize("name", ["systemLanguage", "requiredExtensions"])
def test_what_is_for_a_language_or_program_where_nothing_chooses_is_told(name: str) -> None:
    (item,), (gap,) = seen(f'<g {name}="de">{CIRCLE}</g>')
    assert isinstance(item, Path)
    assert gap == f"`{name}` outside a `<switch>` is passed over: its element is drawn"


@pytest.mark.parametrize(
    ("attribute", "found"),
    [
        ('type="text/less"', ["a `<style>` with the type `text/less` is not read"]),
        (
            'media="(min-width: 9px)"',
            ["a `<style>` with the media `(min-width: 9px)` is not read"],
        ),
        ('type="text/css" media="print"', []),
        ('media="screen, print"', []),
    ],
)
def test_styles_of_another_kind_are_told(attribute: str, found: list[str]) -> None:
    _, gaps = seen(f"<style {attribute}>circle{{fill:red}}</style>{CIRCLE}")
    assert gaps == found


@pytest.mark.parametrize(
    ("media", "fill"),
    [
        ("@media print", WHITE),
        ("@media screen, print", WHITE),
        ("@media only screen and (prefers-color-scheme: light)", WHITE),
        ("@media (prefers-color-scheme: dark)", BLACK),
        ("@media(prefers-color-scheme:dark)", BLACK),
        ("@media speech, print", WHITE),
        ("@media (prefers-color-scheme: dark) or (prefers-color-scheme: light)", WHITE),
    ],
)
def test_rules_for_paper_are_read_and_those_for_the_dark_are_not(media: str, fill: Color) -> None:
    sheet = f"{media} {{ .a {{ fill: white }} .b {{ fill: red }} }} circle {{ stroke: white }}"
    (item,) = drawn(f"<style>circle {{ fill: black }} {sheet}</style>{CLASSED}")
    assert isinstance(item, Path)
    assert item.fill == fill
    assert item.stroke is not None


def test_dashes_in_shares_of_their_line_are_told() -> None:
    line = '<path d="M9 9h50" stroke="red" pathLength="1" stroke-dasharray=".1"/>'
    _, gaps = seen(line)
    assert gaps == ["the pathLength of a line with dashes is not supported"]


def test_styles_beside_a_drawing_are_told() -> None:
    named = b'<?xml-stylesheet type="text/css" href="card.css"?>'
    _, (gap,) = read_drawing(named + svg(CIRCLE))
    assert gap.message == "the styles `card.css` beside the drawing are not read"
    assert read_drawing(named.replace(b"card.css", b"#own") + svg(CIRCLE))[1] == ()


# --- files that are no XML -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\n<?xml version='1.0'?><svg/>", "before `<?xml` nothing may stand, blank lines"),
        (b"<svg><path d='M0", "the file ends within what begins here"),
        (b"<svg/><svg/>", "something stands behind the end of the drawing"),
        (b"<svg><use xlink:href='#a'/></svg>", "the word before `:` is not declared"),
        (b"<svg><title>caf\xe9</title></svg>", "or that is not in UTF-8 (line 1, column 16)"),
        (b"<svg id='a' id='b'/>", "an attribute stands twice in this element"),
        (b"fox", "here is a text in the place of an element (line 1, column 1)"),
        (b"\xef\xbb\xbf<?xml version='1.0' encoding='UTF-16'?><svg/>", "not in the encoding that"),
    ],
)
def test_what_is_wrong_with_xml_is_said_in_plain_words(data: bytes, message: str) -> None:
    with pytest.raises(DrawingError) as caught:
        read_drawing(data)
    assert str(caught.value).startswith("cannot be read as XML: ")
    assert message in str(caught.value)


# --- what is turned as a whole -------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        'transform="rotate(90)"',
        'style="transform:rotate(90deg)"',
        'transform="matrix(-1,0,0,1,0,0)"',
        'transform="translate(20)"',
    ],
)
def test_a_transform_of_the_whole_drawing_is_about_its_middle_and_in_pixels(said: str) -> None:
    corner = '<rect width="20" height="20"/>'
    items = drawn(corner, f'viewBox="0 0 40 40" width="40" height="40" {said}')
    assert boxes(items) == [(15, 0, 30, 15)]


def test_what_a_turn_moves_out_of_the_drawing_is_cut_off() -> None:
    items = drawn(CIRCLE, 'viewBox="0 0 40 40" transform="translate(-9)"')
    assert isinstance(items[0], Group)
    assert items[0].clip == rectangle(Rect(0, 0, 30, 30))


def test_an_older_spelling_of_a_property_is_the_property() -> None:
    mask = '<mask id="m"><circle r="9" fill="white"/></mask>'
    (item,) = drawn(f'{mask}<circle r="9" cx="9" cy="9" style="-webkit-mask:url(#m)"/>')
    assert isinstance(item, Group)
    assert item.mask


# --- sizes of fonts, light and dark --------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        '<g font-size="4"><rect x="1em" y="2ex" width="2em" height="4"/></g>',
        '<g style="font-size:8px"><g font-size="50%"><rect x="1em" y="4" width="8" height="1em"/>'
        "</g></g>",
        '<style>rect{font-size:.25em}</style><rect x="1em" y="4" width="2em" height="2ex"/>',
        '<g font-size="large"><rect x=".25em" y="4" width="8" height="4"/></g>',
    ],
)
def test_an_em_is_as_large_as_the_font(body: str) -> None:
    items, told = seen(body)
    assert told == []
    assert boxes(items) == [pytest.approx((4, 4, 12, 8))]


def test_a_font_that_grows_without_measure_stays_as_it_is() -> None:
    body = '<g font-size="9999em">' * 40 + '<rect width="0em" height="9"/>' + "</g>" * 40
    assert seen(body + CIRCLE)[1] == []


def test_of_a_color_for_light_and_one_for_dark_the_light_one_is_taken() -> None:
    """As draw.io writes them."""
    style = "background: light-dark(rgb(255, 255, 255), var(--dark, #121212)); color-scheme: light"
    drawing, told = read_drawing(
        svg(
            '<rect width="9" height="9" fill="light-dark(red, blue)"/>',
            f'viewBox="0 0 40 40" style="{style}"',
        )
    )
    assert told == ()
    assert [getattr(item, "fill", None) for item in drawing.items] == [WHITE, Color(255, 0, 0)]


def test_a_mask_in_linear_light_shows_less_of_what_is_gray() -> None:
    wall = '<rect width="40" height="40" fill="gray"/>'
    mask = f'<mask id="m" style="color-interpolation:{{}}">{wall}</mask>'
    body = mask + '<rect width="40" height="40" mask="url(#m)"/>'
    box = 'viewBox="0 0 40 40"'
    shades = []
    for said in ("sRGB", "linearRGB"):
        drawing, told = read_drawing(svg(body.format(said), box))
        assert told == ()
        shades.append(int(pixels(drawing, 40)[20][20][0]))
    assert shades == [pytest.approx(127, abs=2), pytest.approx(200, abs=2)]
