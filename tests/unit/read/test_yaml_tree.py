"""YAML as text with places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.core.findings import Finding
from cardgen.read.syntax.node_builder import MAX_DEPTH, MAX_FAULTS
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find
from cardgen.read.syntax.yaml_tree import read_yaml
from tests.support.samples import codes, law, the, tree


def scalar(text: str, *path: str | int) -> ScalarNode:
    node = find(tree(text), *path)
    assert isinstance(node, ScalarNode)
    return node


def spot(node: Node) -> tuple[int, int, int]:
    return node.span.line, node.span.column, node.span.end_column


def fault(text: str) -> Finding:
    return the(read_yaml(text, "a.yaml")[1])


# --- values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["no", "on", "y", "n", "1e3", "0x1", "007", "1_000", "12:30", "null", "~", ".inf", "+1"]
)
def test_every_value_stays_the_text_it_was_typed_as(text: str) -> None:
    value = scalar(f"a: {text}", "a")
    assert (value.text, value.plain) == (text, True)


@pytest.mark.parametrize("text", ["a: 'no'", 'a: "no"', "a: |-\n  no"])
def test_a_quoted_value_is_not_plain(text: str) -> None:
    value = scalar(text, "a")
    assert (value.text, value.plain) == ("no", False)


def test_an_empty_value_is_a_plain_empty_text() -> None:
    value = scalar("a:\nb: 1\n", "a")
    assert (value.text, value.plain) == ("", True)


def test_a_folded_text_has_its_lines_joined() -> None:
    assert scalar("a: >-\n  one\n  two\n", "a").text == "one two"


def test_a_tag_does_not_run_anything() -> None:
    root, findings = read_yaml("a: !!python/object/apply:os.getcwd []\nb: 1", "a.yaml")
    value = find(root, "b")
    assert isinstance(value, ScalarNode)
    assert value.text == "1"
    assert codes(findings) == ["yaml-tag"]


# --- places ------------------------------------------------------------------------------


def test_a_plain_value_lies_where_it_was_typed() -> None:
    assert spot(scalar("a: 1\nname:  Fox\n", "name")) == (2, 8, 11)


def test_the_place_of_a_quoted_value_holds_its_quotes() -> None:
    assert spot(scalar('- {name: "Fox"}', 0, "name")) == (1, 10, 15)


def test_columns_count_characters_and_not_bytes() -> None:
    assert spot(scalar("- {ä: „Bär“, ö: x}", 0, "ö")) == (1, 17, 18)


def test_a_value_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert spot(scalar("a: one\n  two\n", "a")) == (1, 4, 7)


def test_a_block_is_marked_where_it_is_opened() -> None:
    assert spot(scalar("a: |\n  one\n  two\n", "a")) == (1, 4, 5)


def test_a_key_has_a_place_of_its_own() -> None:
    node = tree("a: 1\n  \nbc: 2\n")
    assert isinstance(node, MappingNode)
    key = node.key("bc")
    assert key is not None
    assert spot(key) == (3, 1, 3)


def test_a_mapping_and_a_list_lie_where_they_begin() -> None:
    node = find(tree("- 1\n-   {a: 1}\n"), 1)
    assert node is not None
    assert spot(node)[:2] == (2, 5)


@pytest.mark.parametrize(("text", "column"), [("- a fox", 5), ("- 'a fox'", 6), ('- "a fox"', 6)])
def test_a_part_of_a_text_has_a_place(text: str, column: int) -> None:
    span = scalar(text, 0).part(2, 3)
    assert (span.column, span.end_column) == (column, column + 3)


@pytest.mark.parametrize("text", ['- "\\u0061\n  fox"', "- 'a''s\n  fox'"])
def test_where_a_text_is_folded_and_written_otherwise_the_part_is_the_whole(text: str) -> None:
    value = scalar(text, 0)
    assert value.part(2, 3) == value.span


@law
@given(st.lists(st.text("abcäö€𝄞 ", min_size=1).map(str.strip).filter(bool), min_size=1))
def test_a_place_holds_what_was_typed_there(words: list[str]) -> None:
    text = "[" + ", ".join(words) + "]"
    node = tree(text)
    assert isinstance(node, SequenceNode)
    assert [text[i.span.column - 1 : i.span.end_column - 1] for i in node.items] == words


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("- &a fox\n- *a", (1, 6, 9)),
        ('- &a  "fox"\n- *a', (1, 7, 12)),
        ("- !!str &a fox\n- *a", (1, 12, 15)),
        ("- &a fox\n- [*a]", (1, 6, 9)),
        ("- &a >-\n  fox\n- *a", (1, 6, 8)),
        ("- &a\n  fox\n- *a", (1, 3, 5)),
    ],
)
def test_a_text_stands_behind_its_anchor(text: str, place: tuple[int, int, int]) -> None:
    """An edit of it, as of a hint, leaves the anchor to those that repeat it."""
    assert spot(scalar(text, 0)) == place


# --- looking up --------------------------------------------------------------------------


@pytest.mark.parametrize("path", [("b",), ("a", 2), ("a", 0, "x"), (0,), ("a", "0")])
def test_a_path_that_leads_nowhere_finds_nothing(path: tuple[str | int, ...]) -> None:
    assert find(tree("a: [1, 2]"), *path) is None


def test_an_anchor_s_value_is_what_its_alias_stands_for() -> None:
    assert scalar("- &fox {name: Fox}\n- *fox\n", 1, "name").text == "Fox"


def test_a_merge_brings_the_entries_that_are_not_there_yet() -> None:
    node = tree("- &fox {name: Fox, copies: 2}\n- {name: Vixen, <<: *fox}\n")
    entries = [find(node, 1, name) for name in ("name", "copies")]
    assert [getattr(entry, "text", None) for entry in entries] == ["Vixen", "2"]


@pytest.mark.parametrize("row", ["{<<: *fox, name: Vixen}", "{name: Vixen, <<: *fox}"])
def test_own_entries_win_over_merged_ones_in_any_order(row: str) -> None:
    assert scalar(f"- &fox {{name: Fox, copies: 2}}\n- {row}\n", 1, "name").text == "Vixen"


def test_a_key_that_is_there_twice_beside_a_merge_is_still_found() -> None:
    _, findings = read_yaml("- &fox {name: Fox}\n- {<<: *fox, name: a, name: b}\n", "a.yaml")
    assert codes(findings) == ["duplicate-key"]


def test_of_several_merged_mappings_the_first_wins() -> None:
    text = "- &a {x: 1}\n- &b {x: 2, y: 2}\n- {<<: [*a, *b]}\n"
    assert (scalar(text, 2, "x").text, scalar(text, 2, "y").text) == ("1", "2")


def test_a_quoted_merge_key_is_a_field() -> None:
    assert scalar("'<<': 1", "<<").text == "1"


# --- faults ------------------------------------------------------------------------------


def test_a_key_that_is_there_twice_is_pointed_at_with_the_first_beside_it() -> None:
    found = fault("name: Fox\ncopies: 2\nname: Vixen\n")
    assert (found.code, str(found.span)) == ("duplicate-key", "a.yaml:3:1")
    assert str(found.notes[0].span) == "a.yaml:1:1"


def test_every_duplicate_is_found_in_one_run() -> None:
    _, findings = read_yaml("- {a: 1, a: 2}\n- {b: 1, b: 2}\n", "a.yaml")
    assert codes(findings) == ["duplicate-key", "duplicate-key"]


def test_of_a_duplicate_the_first_value_is_kept() -> None:
    root, _ = read_yaml("{a: 1, a: 2}", "a.yaml")
    value = find(root, "a")
    assert isinstance(value, ScalarNode)
    assert value.text == "1"


def test_a_tab_in_the_indentation_is_pointed_at() -> None:
    found = fault("decks:\n\ta: 1\n")
    assert (found.code, str(found.span)) == ("yaml-syntax", "a.yaml:2:1")
    assert found.hint == "indent with spaces; YAML does not allow tabs here"


def test_a_tab_within_a_text_is_no_fault() -> None:
    assert scalar("a: one\ttwo", "a").text == "one\ttwo"


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ("a: b: c", "1:5", "quote a text that contains `: `"),
        ('a: "fox', "1:4", "close it where the text ends"),
        ("a: [1, 2\nb: 3", "1:4", "close the bracket, or put a comma between the entries"),
        ('a: "\\q"', "1:5", "inside double quotes write `\\\\` for a backslash"),
        ("a: @fox", "1:4", "quote a text that begins with this character"),
        ("a: *", "1:4", "quote a text that begins with `*` or `&`"),
        ("a: - b", "1:4", "put the `-` on a line of its own"),
    ],
)
def test_broken_syntax_is_pointed_at_and_says_what_to_type(
    text: str, place: str, hint: str
) -> None:
    found = fault(text)
    assert (found.code, str(found.span), found.hint) == ("yaml-syntax", f"a.yaml:{place}", hint)


def test_an_unclosed_bracket_is_shown_where_it_was_opened_and_where_reading_stops() -> None:
    found = fault("a: [1, 2\nb: 3")
    assert str(found.span) == "a.yaml:1:4"
    assert str(found.notes[0].span) == "a.yaml:2:2"


def test_an_invisible_character_is_pointed_at_by_its_number() -> None:
    found = fault("a: x\nb: f\x07ox\n")
    assert (found.code, str(found.span)) == ("yaml-syntax", "a.yaml:2:5")
    assert "U+0007" in found.message


@pytest.mark.parametrize("number", [0x0, 0x7F, 0x80, 0xFFFE, 0xFFFF, 0xD800])
def test_whatever_character_is_not_allowed_is_named(number: int) -> None:
    found = fault(f"a: x\nb: f{chr(number)}ox\n")
    assert (found.code, str(found.span)) == ("yaml-syntax", "a.yaml:2:5")
    assert f"U+{number:04X}" in found.message


@pytest.mark.parametrize("text", ["", "  \n\n", "# later\n", "\n# a\n# b"])
def test_an_empty_file_is_a_finding(text: str) -> None:
    assert fault(text).code == "empty-file"


def test_a_second_document_is_a_finding_and_the_first_is_read() -> None:
    root, findings = read_yaml("a: 1\n---\nb: 2\n", "a.yaml")
    assert find(root, "a") is not None
    assert (the(findings).code, str(the(findings).span)) == ("yaml-document", "a.yaml:2:1")


def test_a_key_that_is_a_list_is_refused() -> None:
    assert fault("? [a, b]\n: c\n").code == "yaml-key"


@pytest.mark.parametrize("text", ["text: {{ name|upper }}\n", "{text: {{ name|upper }}, at: 1}\n"])
def test_a_template_without_quotes_is_told_to_stand_in_quotes(text: str) -> None:
    found = fault(text)
    assert found.code == "yaml-key"
    assert found.hint == 'put a template in quotes: `"{{ name|upper }}"`'


def test_a_template_without_quotes_is_read_as_the_text_that_is_meant() -> None:
    """It is told once, and not again by the field that takes no mapping."""
    root, findings = read_yaml("text: {{ name }}\n", "a.yaml")
    text = find(root, "text")
    assert isinstance(text, ScalarNode)
    assert (text.text, text.plain) == ("{{ name }}", False)
    assert the(findings).code == "yaml-key"


def test_an_alias_without_an_anchor_is_refused() -> None:
    found = fault("- *fox\n")
    assert (found.code, str(found.span)) == ("yaml-alias", "a.yaml:1:3")


def test_an_alias_within_its_own_anchor_is_refused() -> None:
    assert fault("&a [*a]").code == "yaml-alias"


def test_a_merge_of_a_text_is_refused() -> None:
    assert fault("{<<: fox}").code == "yaml-merge"


# --- texts that are cut off -----------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["Take card #3 now", "Take card #A", "Robot #5", "two lines\n  of text #1"]
)
def test_a_text_that_ends_at_a_number_sign_is_doubted(text: str) -> None:
    found = fault(f"a: {text}\nb: 1\n")
    assert (found.code, found.severity) == ("yaml-comment", "warning")
    assert text.endswith(found.message.split("`")[1])


def test_a_text_of_a_table_that_is_a_comment_is_doubted() -> None:
    found = fault("- name: #MeToo\n  cost: 1\n")
    assert (found.code, str(found.span)) == ("yaml-comment", "a.yaml:1:9")


@pytest.mark.parametrize(
    "text",
    ["- a: # gold", "a: #gold",
     "a: 1 # gold", "a: 1 #gold", "a: two words # gold", "a: 'Robot' #5", "a: Robot#5", "a: b ##",
     "#5 a: b\na: b", "a: |\n  Robot #5", "a: # gold\n  b", "a: two words #"],
)  # fmt: skip
def test_a_comment_is_not_doubted(text: str) -> None:
    assert read_yaml(text, "a.yaml")[1] == []


def test_the_place_is_that_of_the_number_sign() -> None:
    assert str(fault("a: 1\nb: Robot  #5\n").span) == "a.yaml:2:11"


@pytest.mark.parametrize("text", ["{a: Pay 3, or pass, b: 1}", "{a: Stop, wait}"])
def test_a_text_that_ends_at_a_comma_is_doubted(text: str) -> None:
    found = fault(text)
    assert (found.code, found.span and found.span.column) == ("yaml-comma", text.index(",") + 3)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{a: {width: 1,5mm}}", "write `1.5mm`"),
        ("- {cost: 1,5}", "write `1.5`, or put the whole text in quotes"),
        ("{a: {aliases: gold, money}}", "a list in brackets: `[gold, money]`"),
        ("- {rule: 'One', cost:3}", "write `cost: 3`"),
        ("- {cost=3, name: Fox}", "write `cost: 3`"),
        ("- {name：Fox}", "write `name: Fox`"),
        ("- {rule: Roll, d6:3 wins}", "write `d6: 3 wins`, or put the whole text in quotes"),
    ],
)
def test_an_entry_in_braces_without_a_value_is_told_what_to_write(text: str, hint: str) -> None:
    (found,) = read_yaml(text, "a.yaml")[1]
    assert found.severity == "error"
    assert found.hint.endswith(hint)


def test_an_entry_without_its_colon_is_read_as_it_was_meant() -> None:
    """So that nobody is told that the field is missing."""
    root, _ = read_yaml("{name=Fox, size:poker, about:'One'}", "a.yaml")
    assert isinstance(root, MappingNode)
    values = {name: value for name, (_, value) in root.entries.items()}
    texts = {name: value.text for name, value in values.items() if isinstance(value, ScalarNode)}
    assert texts == {"name": "Fox", "size": "poker", "about": "One"}


@pytest.mark.parametrize(
    "text",
    ["{a: Pay 3, b: }", "{label, value}", "{a: 'Stop', wait}", "{a: [b, c], d}",
     "{a: b, c: , d: e}", "a: b\nor more:\n"],
)  # fmt: skip
def test_a_key_without_a_value_is_none_that_cuts_a_text_off(text: str) -> None:
    assert read_yaml(text, "a.yaml")[1] == []


# --- bounds ------------------------------------------------------------------------------


def test_a_tree_as_deep_as_allowed_is_read() -> None:
    _, findings = read_yaml("[" * MAX_DEPTH + "]" * MAX_DEPTH, "a.yaml")
    assert findings == []


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "{a: " * 5_000, "- " * 5_000 + "a", "? " * 5_000 + "a"]
)
def test_a_deeper_tree_is_refused(text: str) -> None:
    found = fault(text)
    assert (found.code, found.message) == ("yaml-limit", "this is nested too deeply")


@pytest.mark.parametrize("filler", ["", f"# {'x' * 300_000}\n"])
def test_more_faults_than_anybody_reads_end_the_file(filler: str) -> None:
    """Also read for the second time, which a large one that has been stopped is not."""
    text = filler + "- {a: 1, a: 1}\n" * (MAX_FAULTS + 10)
    for _ in range(2):
        root, findings = read_yaml(text, "many.yaml")
        assert root is None
        assert codes(findings) == ["duplicate-key"] * (MAX_FAULTS + 1) + ["yaml-limit"]
        assert findings[-1].hint == "mend those first"
    root, findings = read_yaml(text.replace("- {a: 1, a: 1}\n", ""), "many.yaml")
    assert codes(findings) == ["empty-file"]


def test_a_billion_laughs_are_refused() -> None:
    lines = ["- &a0 [" + ", ".join(["lol"] * 10) + "]"]
    lines += [f"- &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]
    found = fault("\n".join(lines))
    assert (found.code, found.message) == ("yaml-limit", "this is too large")


@pytest.mark.parametrize("wrap", ["[*a{}]", "{{x: *a{}}}", "{{<<: {{x: *a{}}}}}"])
def test_a_chain_of_aliases_is_as_deep_as_what_it_stands_for(wrap: str) -> None:
    links = [f"- &a{i} {wrap.format(i - 1)}\n" for i in range(1, 800)]
    assert codes(read_yaml("- &a0 [x]\n" + "".join(links), "a.yaml")[1]) == ["yaml-limit"]
    assert read_yaml("- &a0 [x]\n" + "".join(links[:20]), "a.yaml")[1] == []


def test_an_alias_is_as_deep_where_its_anchor_stands_deeper() -> None:
    text = "- [[[&a [[x]]]]]\n- " + "[" * (MAX_DEPTH - 3) + "*a" + "]" * (MAX_DEPTH - 3)
    assert read_yaml(text, "a.yaml")[1] == []
    assert fault(text.replace("*a", "[*a]")).code == "yaml-limit"


def test_a_billion_merges_are_refused() -> None:
    fields = ", ".join(f"f{i}: x" for i in range(1000))
    merges = "\n".join("- {<<: [" + ", ".join(["*a"] * 50) + "]}" for _ in range(100))
    assert fault(f"- &a {{{fields}}}\n{merges}").code == "yaml-limit"


@law
@given(st.text("[]{}:,-&*|>'\"#?!%@` \n\tab", max_size=40))
def test_whatever_is_typed_every_finding_lies_in_the_file(text: str) -> None:
    _, findings = read_yaml(text, "a.yaml")
    lines = text.split("\n")
    for finding in findings:
        assert finding.span is not None
        assert 1 <= finding.span.line <= len(lines) + 1
        assert 1 <= finding.span.column < finding.span.end_column


@pytest.mark.parametrize(
    "text",
    ["a: {fill: #ffffff, stroke: red}\nb: 1\n", "a: [\n  {fill: #a3262a}\n]\nb: 1\n"],
)
def test_a_colour_without_quotes_is_told_for_what_it_is(text: str) -> None:
    _, findings = read_yaml(text, "a.yaml")
    assert "`#` begins a comment" in findings[0].hint
