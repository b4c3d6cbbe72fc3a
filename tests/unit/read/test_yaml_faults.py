"""Broken YAML is described in our words, at its cause, whatever the parser says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from cardgen.core.findings import Finding
from cardgen.read.syntax import yaml_tree
from cardgen.read.syntax.faults import quotes
from cardgen.read.syntax.yaml_tree import read_yaml

# Each text with the line and column of its cause (marked §), and a word of the sentence.
BROKEN = [
    ("- {name: Owl, rule: Take card §#3 now, cost: 5}\n- {name: Hen}\n", "comment hides"),
    ("- {name: Owl}\n- {name: Hen, rule: Take card §#3 now}\n\n", "comment hides"),
    ("- {name: Owl}\n- {fill: §#ff0000}\n\n\n", "comment hides"),
    ("a:\n§\t- b", "tab"),
    ("a:\n  b: 1\n§\tc: 2\n", "tab"),
    ("a: |\n§\tx\n", "tab"),
    ('name: §"Fox\nb: 2\n', "never closed"),
    ("a: §'x\n", "never closed"),
    ('§"a', "never closed"),
    ('a: {b: §"c}\n', "never closed"),
    ('a: §"\\"\n', "never closed"),
    ('- {name: §"Fox, copies: 2}\n- {name: "Owl", copies: 2}\n', "does not end on its line"),
    ('- name: §"Fox\n- name: "Owl"\n', "does not end on its line"),
    ("a: it§: x\n", "colon"),
    ("- {name: Fox§: x}\n", "colon"),
    ("a: b§: c: d\n", "colon"),
    ("- {shape: star, st: roke-width§: 1mm}\n", "the name of a field"),
    ("- {shape: star, fi: ll§: sea}\n", "the name of a field"),
    ("name: Fox\n  §copies: 2\n", "indented"),
    ("- a: 1\n   §b: 2\n", "indented"),
    ("a: 1\n§just text\nb: 2\n", "no colon"),
    ("a: 1\nname§:Fox\n", "space is missing after the colon"),
    ("- - a\n §-b: c\n", "space is missing after the dash"),
    ('a: "§\\d"\n', "inside double quotes"),
    ('a: "\\u§12"\n', "number"),
    ('a: "\\x§ZZ"\n', "number"),
    ("a:\n   b: 1\n  §c: 2\n", "indentation"),
    ("a:\n  - b\n §c: d\n", "indentation"),
    ("- a: 1\n §b: 2\n", "indentation"),
    ('a: "Fox" §is here\n', "closing quote"),
    ("a: 'it'§s'\n", "closing quote"),
    ('a: "he said "§hi" to"\n', "closing quote"),
    ('a: {"b": 1, "c" §2}\n', "closing quote"),
    ("a: {gold}§, {gold}\n", "closing `}`"),
    ("a: [card] §once\n", "closing `]`"),
    ("a: {b: [1, 2] §now}\n", "comma"),
    ("name: Fox\n§- a\n", "list begins"),
    ("- a\n§b: c\n", "in a list"),
    ("§: a\n", "key is missing"),
    ("- §{a: 1\n- {b: 2}\n", "not closed"),
    ("a: §[1, 2\nb: 3\n", "not closed"),
    ("§{a: b", "not closed"),
    ("a: {b: 1 c§: 2}\n", "colon"),
    ("a: {b: [1, 2] §c}\n", "comma"),
    ("a: [b§}\n", "stands where `]`"),
    ("a: {b§]\n", "stands where `}`"),
    ("a: §]\n", "nobody opened"),
    ("a: [a, §, b]\n", "nothing stands before"),
    ("a: §, b\n", "nothing stands before"),
    ("a: {§: }\n", "missing"),
    ("a: §@x\n", "cannot begin with `@`"),
    ("a: §`x`\n", "cannot begin"),
    ("a: §%x\n", "cannot begin with `%`"),
    ("§%x\na: 1\n", "cannot begin with `%`"),
    ("§%YAML 3.0\n---\na: 1\n", "cannot begin with `%`"),
    ("a: §*bold*\n", "`*`"),
    ("a: §*\n", "`*`"),
    ("a: §& b\n", "`&`"),
    ("a: §!x!y b\n", "tag"),
    ("a: §!<x b\n", "tag"),
    ("a: | §text\n", "after `|`"),
    ("a: >§x\n  b\n", "after `>`"),
    ("a: §- b\n", "list cannot begin"),
    ("a: §? b\n", "`? `"),
    ("a: b\n...\n§c: d\n", "end of the document"),
    ("a: b\nc: d§\x07\n", "U+0007"),
    ("a: §!draw two\n", "`!draw`"),
    ("a: §!!binary xx\n", "`!!binary`"),
    ("a: &x 1\nb: §&x 2\nc: *x\n", "twice"),
    ("a: §&Fox and Owl\n", "nothing repeats"),
    ("a: §*fox\n", "no anchor"),
    ("§-{a: b, c: d}\n- {a: b}\n", "space is missing after the dash"),
    ("- a: b\n§-- a: c\n", "`--` begins no entry"),
    ("- {a: b}\n§– {a: c}\n", "`–` begins no entry"),
    ("§• {a: b}\n- {a: c}\n", "`•` begins no entry"),
    ("- {a: b}\n§* {a: c}\n", "`*` begins no entry"),
    ("- a: b\n§\xa0\xa0c: d\n", "U+00A0"),
    ("-§\xa0{a: b}\n- {a: b}\n", "U+00A0"),
    ("- {a: b}\n§{a: c}\n", "lacks its `- `"),
    ("- §a: b, c: d}\n- {a: b, c: d}\n", "`{` is missing"),
    ("- §(a: b, c: d)\n- {a: b}\n", "`(`"),
    ("- {a: b}§,\n- {a: c}\n", "remove the comma"),
    ('- "a": "b"§,\n  "c": 3\n', "remove the comma"),
    ("- a§:b\n  c: d\n", "write `a: b`"),
    ("- §a = b\n  c: d\n", "write `a: b`"),
    ("d: 1\n§a = b\nc: d\n", "write `a: b`"),
    ("- a: b\n  §c; 3\n- a: b\n", "write `c: 3`"),
    ("- a: b\n  §c 3\n- c: b\n", "write `c: 3`"),
    ("- a: b\n§// c\n- a: d\n", "`//` begins no comment"),
    ("- {a: b, c§:}\n", "value is missing"),
    ("- {a: §“{{ b }}”, c: d}\n", "`“`"),
    ("- a: §„b: c“\n", "`„`"),
    ('- a: §"b”\n- c: d\n', "`”`"),
    ("- {a: b §c: 2}\n- {c: 1}\n", "comma is missing before `c`"),
    ("- {a: b§; c: 2}\n- {c: 1}\n", "`;`"),
    ("- {a: b§: c: 2}\n- {c: 1}\n", "comma parts"),
    ("- a: b §c: 2\n- c: 1\n", "line of another entry"),
    ("- a: b, §c: 2\n- c: 1\n", "in braces"),
    ("- a: Take one\n    §then: draw\n", "indented"),
    ("- a: Take\n    §and then: draw\n", "in quotes"),
    ("- a: Take\n    §– then: draw\n", "in quotes"),
    ("- a: Take\n    §-then: draw\n", "went on with the text above"),
    ("- a: 1\n  b: 2\n  §a: 3\n  b: 4\n", "`- `"),
]

LIBRARY = re.compile(
    r"while (scanning|parsing|composing)|did not find|could not find|found (unexpected|unknown|"
    r"character|a tab|undefined|invalid|duplicate|incompatible|an in)|expected|not allowed in this "
    r"context|mapping values|block (collection|mapping|sequence|node)|flow (sequence|mapping|node)|"
    r"<\w+ \w+>|token|scalar|stream|directive|indicator|anchor or|hexdecimal|URI"
)
"""Words of libyaml and PyYAML, and of the YAML specification."""


def faults(text: str) -> list[Finding]:
    return read_yaml(text.replace("§", ""), "a.yaml")[1]


def place(text: str) -> str:
    before = text[: text.index("§")]
    return f"a.yaml:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def sentences(findings: list[Finding]) -> Iterator[str]:
    for finding in findings:
        yield from (finding.message, finding.hint, *(note.message for note in finding.notes))


@pytest.mark.parametrize(("text", "word"), BROKEN, ids=[repr(text) for text, _ in BROKEN])
def test_broken_yaml_is_described_where_its_cause_is(text: str, word: str) -> None:
    found = faults(text)
    assert [str(finding.span) for finding in found] == [place(text)]
    assert word in f"{found[0].message} {found[0].hint}"
    assert found[0].hint


@pytest.mark.parametrize("text", [text for text, _ in BROKEN], ids=[repr(t) for t, _ in BROKEN])
@pytest.mark.parametrize("loader", [getattr(yaml, "CBaseLoader", yaml.BaseLoader), yaml.BaseLoader])
def test_no_word_of_a_library_comes_through(
    text: str, loader: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither of libyaml nor of PyYAML's own parser, which reads where libyaml is not there."""
    monkeypatch.setattr(yaml_tree, "_Loader", loader)
    monkeypatch.setattr(quotes, "_Loader", loader)
    for sentence in sentences(faults(text)):
        assert not LIBRARY.search(sentence), sentence


def test_a_word_of_a_library_would_be_found() -> None:
    assert LIBRARY.search("not valid YAML: did not find expected ',' or ']'")
    assert LIBRARY.search("while parsing a block mapping")


@pytest.mark.parametrize(
    "text",
    ["a: !!str 5\n", "a: &x 1\nb: *x\n", "a: &x {b: 1}\nc: {<<: *x}\n", "a: &x [1]\n"],
)
def test_anchors_that_are_used_and_tags_that_change_nothing_are_no_faults(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize(
    ("text", "line", "column", "bracket"),
    [
        ("- {name: [\n", 1, 10, "["),
        ("- {name: {\n", 1, 10, "{"),
        ("- {a: 1, b:\n", 1, 3, "{"),
        ('- {a: "[", b: [\n', 1, 15, "["),
    ],
)
def test_a_bracket_that_ends_with_the_file_is_where_the_fault_is(
    text: str, line: int, column: int, bracket: str
) -> None:
    _, (found,) = read_yaml(text, "cards.yaml")
    assert found.span is not None
    assert (found.span.line, found.span.column) == (line, column)
    assert f"this `{bracket}` is never closed" in found.message
