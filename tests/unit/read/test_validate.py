"""Models held against YAML: where a fault is, and what to type instead."""

import pytest
from pydantic_core import PydanticCustomError

from cardgen.core.findings import Finding, Report
from cardgen.core.lengths import Length
from cardgen.read.composition_file import leave_out_fields
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.game_file import DeckComposition, GameFile
from cardgen.read.models.layouts import LayoutsFile
from cardgen.read.models.record import Spec
from cardgen.read.models.values import _features
from cardgen.read.salvage import salvage_node
from cardgen.read.syntax.nodes import MappingNode
from cardgen.read.validate import field_names, validate_node
from tests.support.samples import codes, model, places, the, tree

LAYOUTS = "layouts: {fox: {safe: []}}\n"
GAME = "game: Foxes\ndecks:\n  foxes: {cards: foxes.yaml, size: poker, front: fox}\n"


GAME_HEAD = "game: T\ndecks: {d: {cards: c.yaml, size: poker, front: f}}\n"


def game_faults(text: str) -> tuple[Finding, ...]:
    return model(text, GameFile, "game.yaml")[1]


def element_faults(element: str) -> tuple[Finding, ...]:
    """The faults of one element; its first column is 1, its line 3."""
    return model(f"layouts:\n fox:\n  safe: [\n{element}\n  ]", LayoutsFile)[1]


def element(text: str) -> Spec:
    value, findings = model(f"layouts: {{fox: {{safe: [{text}]}}}}", LayoutsFile)
    assert findings == ()
    assert value is not None
    assert value.layouts["fox"].safe
    return value.layouts["fox"].safe[0]


def text_element(text: str) -> TextElement:
    found = element(text)
    assert isinstance(found, TextElement)
    return found


# --- what fits ---------------------------------------------------------------------------


def test_a_game_that_fits_knows_the_places_of_its_values() -> None:
    game, findings = model(GAME, GameFile, "game.yaml")
    assert findings == ()
    assert game is not None
    assert str(game.decks["foxes"].place("size")) == "game.yaml:3:36"
    assert str(game.decks["foxes"].key("size")) == "game.yaml:3:30"


def test_a_value_that_is_not_there_lies_where_its_mapping_does() -> None:
    game, _ = model(GAME, GameFile)
    assert game is not None
    assert game.place("composition") == game.span


def test_a_font_may_be_written_as_its_file() -> None:
    game, _ = model(GAME + "fonts: {text: a.ttf}\n", GameFile)
    assert game is not None
    assert game.fonts["text"].regular == "a.ttf"


def test_a_field_may_be_written_as_its_type_or_its_values() -> None:
    fields = "fields: {cost: integer, mark: [red, blue], name: {required: yes}}"
    game, _ = model(GAME.replace("front: fox", f"front: fox, {fields}"), GameFile)
    assert game is not None
    declared = game.decks["foxes"].fields
    assert (declared["cost"].type, declared["mark"].one_of) == ("integer", ["red", "blue"])
    assert declared["name"].required


@pytest.mark.parametrize("word", ["yes", "on", "true"])
def test_yes_is_yes_where_the_model_asks_for_it(word: str) -> None:
    assert text_element(f"{{text: x, hyphenate: {word}}}").hyphenate is True


def test_a_text_that_looks_like_something_else_stays_text() -> None:
    assert text_element("{text: no}").text == "no"


def test_keys_are_written_with_hyphens() -> None:
    assert text_element("{text: x, min-size: 7pt}").min_size == Length(points=7)
    assert {"min-size", "self"} <= set(field_names(TextElement))


def test_leading_without_a_unit_is_a_multiple_of_the_size() -> None:
    assert text_element("{text: x, leading: 1.2}").leading == Length(ems=1.2)


def test_tracking_without_a_unit_is_thousandths_of_the_size() -> None:
    assert text_element("{text: x, tracking: 50}").tracking == Length(ems=0.05)
    assert text_element("{text: x, tracking: 5000}").tracking == Length(ems=5)


def test_features_are_switched_on_off_and_numbered() -> None:
    found = text_element("{text: x, features: [smcp, -liga, salt=2]}").features
    assert found == (("smcp", 1), ("liga", 0), ("salt", 2))


@pytest.mark.parametrize("number", ["5" * 5000, "²", "-1", "x"])
def test_a_feature_has_an_alternate_that_fonts_can_have(number: str) -> None:
    with pytest.raises(PydanticCustomError, match="is not an OpenType feature"):
        _features(f"salt={number}")


@pytest.mark.parametrize(
    ("typed", "points"),
    [("1pt", (1, 1, 1, 1)), ("1pt 2pt", (1, 2, 1, 2)), ("[1pt, 2pt, 3pt, 4pt]", (1, 2, 3, 4))],
)
def test_padding_is_one_two_or_four_lengths(typed: str, points: tuple[float, ...]) -> None:
    padding = getattr(element(f"{{column: [], padding: {typed}}}"), "padding", ())
    assert tuple(length.points for length in padding) == points


# --- game.yaml ---------------------------------------------------------------------------


def test_an_unknown_field_is_pointed_at_and_gets_the_nearest_known_one() -> None:
    found = the(game_faults("gaem: Foxes\n" + GAME))
    assert (found.code, str(found.span)) == ("unknown-field", "game.yaml:1:1")
    assert found.message == "there is no field `gaem` here"
    assert found.hint == "did you mean `game`? It stands here already"


def test_the_fields_to_choose_from_are_those_of_the_mapping_it_stands_in() -> None:
    faults = game_faults(GAME + "order: {stok: S30}\nfonts: {a: {regular: x, bolt: y}}\n")
    assert [f.hint for f in faults] == ["did you mean `stock`?", "did you mean `bold`?"]
    assert places(faults) == ["4:9", "5:25"]


def test_a_misspelt_field_that_must_be_there_is_one_finding() -> None:
    faults = game_faults(GAME.replace("size: ", "sise: "))
    assert codes(faults) == ["unknown-field"]
    assert faults[0].hint == "did you mean `size`?"


def test_a_missing_field_is_reported_at_the_mapping_that_lacks_it() -> None:
    found = the(game_faults(GAME.replace(", front: fox", "")))
    assert (found.message, str(found.span)) == ("`front` is missing", "game.yaml:3:10")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{picture: a.png, crop: [0%, 0%, 5%]}", "write `[0%, 0%, 50%, 100%]`: left, top,"),
        ("{shape: polygon, points: [[0, 0], [5mm]]}", "write `[[0%, 0%], [100%, 0%], [50%,"),
        ("{path: M0 0, view: [0, 0, 9]}", "write `[0, 0, 100, 100]`: left, top,"),
        ("{shape: star, along: {line: [[0, 0]]}}", "write `[[0%, 50%], [100%, 50%]]`: its two"),
    ],
)
def test_a_list_that_is_too_short_says_what_its_parts_are(text: str, hint: str) -> None:
    found = the(element_faults(text))
    assert (found.code, found.message) == ("missing-field", "this list is too short")
    assert found.hint.startswith(hint)


def test_layouts_without_any_are_not_taken_for_the_name_of_a_file() -> None:
    assert the(model("layouts: {}", LayoutsFile)[1]).hint == "add an entry"


def test_elements_in_the_place_of_one_are_put_into_a_box() -> None:
    found = the(model(f"pieces: {{p: {{draw: [{{text: a}}]}}}}\n{LAYOUTS}", LayoutsFile)[1])
    assert found.hint == "put the list below `overlay:`, `column:` or `row:`"


def test_a_field_of_other_elements_is_not_proposed_in_its_own_place() -> None:
    found = the(element_faults("{piece: p, fill: red}"))
    assert found.hint.startswith("`fill` is a field of elements of the kind ")


def test_a_list_that_is_repeated_is_written_as_an_expression() -> None:
    found = the(element_faults("{shape: star, repeat: [a, b]}"))
    assert "`\"['a', 'b']\"`" in found.hint


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("game: [a]\n", "4:7", "expected a text"),
        ("palette: {ink: [a]}\n", "4:16", "expected a text"),
        ("palette: red\n", "4:10", "expected a mapping, not `red`"),
        ("fonts: {text: {regular: a, axes: {wght: bold}}}\n", "4:41",
         "expected a number, not `bold`"),
    ],
)  # fmt: skip
def test_a_value_of_another_type_is_pointed_at(text: str, place: str, message: str) -> None:
    base = GAME.replace("game: Foxes\n", "\n") if text.startswith("game") else GAME
    found = the(game_faults(base + text))
    assert (found.code, found.message) == ("wrong-type", message)
    assert str(found.span) == f"game.yaml:{place}"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("palette: [red, blue]\n", "`{red: …, blue: …}`"),
        ("editions: [de, fr]\n", "`{de: {language: …}, fr: {language: …}}`"),
        ("vars: [a]\n", '`{a: ""}`'),
    ],
)
def test_names_in_a_list_are_said_to_need_values(text: str, hint: str) -> None:
    assert the(game_faults(GAME + text)).hint == f"give each a value, as in {hint}"


def test_a_game_that_is_no_mapping_is_refused() -> None:
    found = the(game_faults("- a\n"))
    assert (found.message, found.hint) == ("expected a mapping", "write `key: value` lines")


def test_a_game_needs_a_deck_and_a_name() -> None:
    assert places(game_faults("game: ''\ndecks: {}\n")) == ["1:7", "2:8"]


def test_a_field_type_that_does_not_exist_gets_the_nearest() -> None:
    found = the(game_faults(GAME.replace("fox}", "fox, fields: {cost: intger}}")))
    assert (found.hint, str(found.span)) == ("did you mean `integer`?", "game.yaml:3:70")


def test_faults_all_over_a_file_are_found_in_one_run() -> None:
    text = "game: ''\ncolor: red\npalette: {ink: []}\ndecks:\n  a: {cards: x, size: y}\n"
    assert places(game_faults(text)) == ["1:7", "2:1", "3:16", "5:6"]


# --- layouts.yaml ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("{text: x, colour: red}", 11, "did you mean `color`?"),
        ("{text: x, min_sise: 7pt}", 11, "did you mean `min-size`?"),
        ("{column: [{text: x, sizee: 9pt}]}", 21, "did you mean `size`?"),
        ("{outline: x, font: t, inside: [{shape: star, fil: red}]}", 46, "did you mean `fill`?"),
    ],
)
def test_an_unknown_field_of_an_element_is_found_however_deep(
    text: str, column: int, hint: str
) -> None:
    found = the(element_faults(text))
    assert (found.code, places([found]), found.hint) == ("unknown-field", [f"4:{column}"], hint)


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("{text: x, size: 9}", 17, "write `9pt`"),
        ("{text: x, width: wide}", 18, "write a number and a unit: mm, cm, in, pt, px, % or em"),
        ("{text: x, width: -1mm}", 18, "write 0 or more"),
        ("{text: x, size: 0}", 17, "write points, as in `9pt`"),
        ("{text: x, width: [1mm]}", 18, "write a number and a unit, as in `2mm`"),
        ("{column: [], padding: 1mm 2mm 3mm}", 23,
         "write `2mm`, `2mm 3mm` (top and bottom, sides) or four lengths from the top"),
    ],
)  # fmt: skip
def test_a_length_that_is_none_is_pointed_at(text: str, column: int, hint: str) -> None:
    found = the(element_faults(text))
    assert (found.code, places([found]), found.hint) == ("bad-length", [f"4:{column}"], hint)


@pytest.mark.parametrize("word", ["sm", "smallcaps", "salt=x"])
def test_a_feature_that_is_no_tag_is_named(word: str) -> None:
    found = the(element_faults(f"{{text: x, features: [{word}]}}"))
    assert found.message == f"`{word}` is not an OpenType feature"


def test_a_word_that_is_not_among_the_allowed_gets_the_nearest() -> None:
    found = the(element_faults("{text: x, align: centre}"))
    assert found.message == (
        "expected `left`, `center`, `right`, `justify`, `start` or `end`, not `centre`"
    )
    assert (places([found]), found.hint) == (["4:18"], "did you mean `center`?")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{text: x, hyphenate: maybe}", "expected yes or no, not `maybe`"),
        ("{text: x, grow: much}", "expected a number, not `much`"),
        ("{column: x}", "expected a list, not `x`"),
        ("{text: [x]}", "expected a text"),
    ],
)
def test_a_wrong_type_is_said_in_the_designer_s_words(text: str, message: str) -> None:
    assert the(element_faults(text)).message == message


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("pdfx4: {spot: {Gold: sand}}", 'write one text: `"Gold:sand"`'),
        ("pdfx4: {spot: [Gold:sand, Silver:foam]}", 'write one text: `"Gold:sand;Silver:foam"`'),
        ("sheets: {paper: [a4]}", 'write one text: `"a4"`'),
        ("sheets: {paper: {width: 9cm}}", "an option is one text or number"),
    ],
)
def test_an_option_that_is_no_text_is_told_the_one_that_it_is(typed: str, hint: str) -> None:
    found = the(game_faults(f"{GAME_HEAD}targets: {{{typed}}}"))
    assert found.hint.startswith(hint)


def test_options_beside_a_target_in_build_are_told_their_place() -> None:
    found = the(game_faults(GAME_HEAD + "build: [{sheets: {paper: a4}}]"))
    assert "under `targets:`" in found.hint


@pytest.mark.parametrize(("text", "opening"), [("{gold}", "{"), ("[Quick]", "[")])
def test_a_text_that_yaml_takes_for_brackets_is_told_to_stand_in_quotes(
    text: str, opening: str
) -> None:
    found = the(element_faults(f"{{text: {text}}}"))
    assert found.hint == f"put a text that begins with `{opening}` in quotes"


@pytest.mark.parametrize(
    "text", ["{shape: star, opacity: 2}", "{shape: star, opacity: -1}", "{shape: star, grow: nan}"]
)
def test_a_number_beyond_its_bounds_is_refused(text: str) -> None:
    assert the(element_faults(text)).code == "wrong-type"


@pytest.mark.parametrize(
    ("typed", "message", "hint"),
    [
        ("50", "expected a number of 1 at most, not `50`", "write `0.5`; 1 is all of it"),
        ("2", "expected a number of 1 at most, not `2`", "write `1` or less"),
        ("500", "expected a number of 1 at most, not `500`", "write `1` or less"),
        ("-1", "expected a number of 0 or more, not `-1`", "write `0` or more"),
        ("50%", "expected a number, not `50%`", "write `0.5`, without `%`"),
        ("2.5 %", "expected a number, not `2.5 %`", "write `0.025`, without `%`"),
    ],
)
def test_a_number_that_does_not_fit_is_told_with_one_that_does(
    typed: str, message: str, hint: str
) -> None:
    found = the(element_faults(f"{{shape: star, opacity: {typed}}}"))
    assert (found.message, found.hint) == (message, hint)


def test_a_percentage_beyond_its_bounds_is_told_with_one_that_fits() -> None:
    found = the(element_faults("{shape: star, fill: black, inner: 150%}"))
    assert found.message == "expected a number of 100% at most, not `150%`"
    assert found.hint == "write `100%` or less"


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("0..3", "write `[0, 3]`"),
        ("-2 - 6", "write `[-2, 6]`"),
        ("0.5–3", "write `[0.5, 3]`"),
        ("1 to 2", "write `[1, 2]`"),
        ("4", "write `[4, 4]`"),
        ("few", "write `[0, 10]`: the least and the greatest"),
        ("{least: 1}", "write `[0, 10]`: the least and the greatest"),
    ],
)
def test_a_range_that_is_no_list_is_told_as_one(typed: str, hint: str) -> None:
    found = model(f"range: {{cost: {typed}}}", DeckComposition)[1]
    assert (the(found).code, the(found).hint) == ("wrong-type", hint)


def test_a_card_field_that_is_named_like_a_field_of_shapes_has_a_range() -> None:
    found = the(model("range: {points: [3]}", DeckComposition)[1])
    assert (found.code, found.hint) == (
        "missing-field", "write `[0, 10]`: the least and the greatest",
    )  # fmt: skip


def test_words_in_the_other_order_are_meant_before_one_of_them() -> None:
    found = the(element_faults("{shape: star, at: left top}"))
    assert found.hint == "did you mean `top left`?"


def test_a_field_for_yes_no_or_a_word_names_the_words() -> None:
    found = the(element_faults("{overlay: [], clip: elipse}"))
    assert found.message.startswith("expected yes, no, `rectangle`, `ellipse`")
    assert found.hint == "did you mean `ellipse`?"


def test_an_element_with_a_misspelt_kind_gets_the_nearest() -> None:
    found = the(element_faults("{name: title, txt: x}"))
    assert (found.code, places([found]), found.hint) == (
        "unknown-field",
        ["4:15"],
        "did you mean `text`?",
    )


def test_an_element_without_a_kind_gets_all_of_them() -> None:
    found = the(element_faults("{width: 2mm}"))
    assert found.code == "element-kind"
    assert all(f"`{kind}`" in found.hint for kind in ("text", "picture", "shape", "column"))


def test_an_element_that_is_a_word_is_refused() -> None:
    assert the(element_faults("fox")).message == "expected an element"


def test_faults_in_several_elements_are_found_in_one_run() -> None:
    text = "layouts:\n  a: {safe: [{txt: x}, {text: x, size: 9}]}\n  b: {sfe: []}\nstyle: {}\n"
    _, findings = model(text, LayoutsFile)
    assert places(findings) == ["2:15", "2:40", "3:7", "4:1"]


# --- composition.yaml --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{total: many}", "expected a whole number, not `many`"),
        ("{total: -1}", "expected a number of 0 or more, not `-1`"),
        ("{count: {letter: {a: 1.5}}}", "expected a whole number, not `1.5`"),
    ],
)
def test_a_count_is_a_whole_number(text: str, message: str) -> None:
    assert the(model(text, DeckComposition)[1]).message == message


def test_a_mapping_of_models_is_held_against_each() -> None:
    report = Report()
    text = "{a: {total: 3}, b: {}}"
    found: dict[str, DeckComposition] | None = validate_node(
        tree(text), dict[str, DeckComposition], report
    )
    assert found is not None
    assert {name: deck.total for name, deck in found.items()} == {"a": 3, "b": None}


# --- numbers that nothing can be drawn with ----------------------------------------------


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e999"])
@pytest.mark.parametrize(
    "element",
    [
        "{{shape: rectangle, fill: {{from: a, to: b, angle: {}}}}}",
        "{{space: 1mm, grow: {}}}",
        "{{space: 1mm, rotate: {}}}",
        "{{path: M 0 0, view: [0, 0, {}, 1]}}",
    ],
)
def test_a_number_is_finite(element: str, number: str) -> None:
    assert codes(element_faults(element.format(number)))[0] == "wrong-type"


@pytest.mark.parametrize("view", ["[0, 0, 0, 0]", "[0, 0, 10, 0]", "[0, 0, -1, 10]"])
def test_a_view_has_a_width_and_a_height(view: str) -> None:
    found = the(element_faults(f"{{path: M 0 0, view: {view}}}"))
    assert (found.code, found.message) == ("bad-view", "a view's width and height are above 0")


@pytest.mark.parametrize(
    ("dash", "expected"),
    [("[0]", ["bad-length"]), ("[0mm, 0pt]", ["bad-length"]), ("[0, 1mm]", []), ("[]", [])],
)
def test_a_dash_has_a_length(dash: str, expected: list[str]) -> None:
    assert codes(element_faults(f"{{shape: rectangle, dash: {dash}}}")) == expected


def test_a_fault_in_a_gradient_is_not_also_a_want_of_a_color() -> None:
    faults = element_faults("{shape: ellipse, fill: {from: sun, tto: sea}}")
    assert [fault.code for fault in faults] == ["unknown-field"]


def test_a_mapping_where_a_text_is_wanted_is_a_fault_beside_another() -> None:
    faults = element_faults("{shape: ellipse, name: {a: b}, opacity: x}")
    assert [fault.code for fault in faults] == ["wrong-type", "wrong-type"]


def test_of_an_entry_that_is_faulty_twice_the_others_are_left() -> None:
    """A misspelt field that must be there is refused, and so is what lacks it."""
    root = tree(GAME + "  bears: {cards: bears.yaml, sise: poker, front: bear}\n", "game.yaml")
    report = Report()
    game: GameFile | None = salvage_node(root, GameFile, report)
    assert len(report.findings) == 1
    assert game is not None
    assert list(game.decks) == ["foxes"]


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("styles: {a: {font: text}}", "`styles` belongs in layouts.yaml"),
        ("total: 3", "`total` belongs in composition.yaml, below the name of a deck"),
        ("like: poker", "`like` belongs to a size, below `sizes:` in game.yaml"),
    ],
)
def test_a_field_in_the_wrong_file_is_told_where_it_belongs(typed: str, hint: str) -> None:
    assert the(game_faults(f"{GAME}{typed}\n")).hint == hint


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("sizes: {tile: poker}", "write `{like: poker}`"),
        ("booklets: {rules: rules.md}", "write `{text: rules.md, page: a5}`"),
        ("boxes: {tuck: beasts}", "write `{panels: …}`"),
        (
            "composition: {beasts: {total: 3}}",
            "here stands the name of a file, as `composition.yaml`; put what you typed into that "
            "file",
        ),
    ],
)
def test_a_value_in_the_place_of_a_mapping_is_told_as_one(typed: str, hint: str) -> None:
    assert the(game_faults(f"{GAME}{typed}\n")).hint == hint


@pytest.mark.parametrize(
    ("deck", "hint"),
    [
        ("{cards: a.yaml, size: {width: 1mm}, front: a}",
         "here stands the name of a size; give it one under `sizes:`, and write that here"),
        ("{cards: a.yaml, size: poker, front: {safe: []}}",
         "here stands the name of a layout; put what you typed under `layouts:`"),
        ("{cards: a.yaml, size: poker, front: a, back: {safe: []}}",
         "here stands the name of a layout; put what you typed under `layouts:`"),
        ("{cards: {sheet: A}, size: poker, front: a}",
         "cards stand in a file of their own: put the rows into it, and write its name here"),
        ("{cards: [{sheet: A}], size: poker, front: a}",
         "cards stand in a file of their own: put the rows into it, and write its name here"),
    ],
)  # fmt: skip
def test_content_in_the_place_of_a_name_is_told_where_it_stands(deck: str, hint: str) -> None:
    assert the(game_faults(f"{GAME}  own: {deck}\n")).hint == hint


@pytest.mark.parametrize(
    ("elements", "hint"),
    [
        ("[]", "put the list below a key: `bleed:`, `trim:`, `safe:`, `tab:`"),
        (
            "{safe: [{text: a, fill: sea}]}",
            "write `{from: sea, to: black}`; one color alone is `color: sea`",
        ),
        (
            "{safe: [{column: [], styel: a}]}",
            "did you mean `style`? `style` is a field of elements of the kind `text`",
        ),
        ("{safe: [{text: a, styel: b}]}", "did you mean `style`?"),
        ("{safe: [{text: a, stile: b}]}", "did you mean `style`?"),
        ("{safe: [{column: [], sefl: b}]}", "did you mean `self`?"),
    ],
)
def test_what_stands_at_the_wrong_place_of_a_layout_is_told_its_own(
    elements: str, hint: str
) -> None:
    faults = model(f"layouts: {{fox: {elements}}}", LayoutsFile)[1]
    assert the(faults).hint == hint


def test_a_default_that_is_a_list_is_told_where_it_can_stand() -> None:
    text = "pieces: {bar: {takes: {rows: []}, draw: {text: a}}}\nlayouts: {fox: {safe: []}}"
    assert "`params: {rows: {type: list, default: []}}`" in the(model(text, LayoutsFile)[1]).hint


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("fonts: {title: a.ttf}", "`fonts` belongs in game.yaml"),
        ("styles: {a: {size: 9pt}}", "`styles` belongs in layouts.yaml"),
        ("total: 54", "`total` belongs below the name of a deck: `foxes: {total: …}`"),
        ("rules: [{that: cost}]", "`rules` belongs below the name of a deck: `foxes: {rules: …}`"),
        ("front: fox", "`front` belongs to a deck, below `decks:` in game.yaml"),
        (
            "decks: {foxes: {total: 1}}",
            "decks stand here by their names, without `decks:` above: `foxes: {total: …}`",
        ),
    ],
)
def test_a_field_among_the_decks_of_a_composition_is_told_once_where_it_belongs(
    typed: str, hint: str
) -> None:
    report = Report()
    left = leave_out_fields(tree(f"foxes: {{total: 1}}\n{typed}\n"), ["foxes"], report)
    assert (the(report.findings).code, the(report.findings).hint) == ("unknown-deck", hint)
    assert isinstance(left, MappingNode)
    assert list(left.entries) == ["foxes"]


@pytest.mark.parametrize("typed", ["fixes", "owls", "game", "foxes"])
def test_a_name_that_may_be_a_deck_is_left_to_be_held_against_them(typed: str) -> None:
    report, root = Report(), tree(f"{typed}: {{total: 1}}\n")
    assert leave_out_fields(root, ["foxes"], report) is root
    assert report.findings == ()
