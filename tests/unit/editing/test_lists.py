"""Lists of texts in YAML: items change, come and go; what is around them stays."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.editing.refusal import RefusedError
from cardgen.editing.yaml_lists import edit_yaml_list
from cardgen.editing.yaml_values import RowPlace

FLOW = "- {id: a, tags: [one, 'two' , three], x: 1}  # here\n- {id: b}\n"
BLOCK = "- id: a\n  tags:\n    - one  # first\n    - 'two'\n    - three\n  # about x\n  x: 1\n"
LAST = "- id: a\n  tags:\n  - one\n  - two"


@pytest.mark.parametrize(
    ("text", "new", "before", "after"),
    [
        (FLOW, ["one", "2", "three"], "'two'", "2"),
        (FLOW, ["one", "three"], "'two' , ", ""),
        (FLOW, ["one", "two"], " , three]", "]"),
        (FLOW, ["one"], ", 'two' , three]", "]"),
        (FLOW, ["zero", "one", "two", "three"], "[one", "[zero, one"),
        (FLOW, ["one", "two", "three", "4, or 5"], "three]", "three, '4, or 5']"),
        (FLOW, ["one", "why?", "three"], "'two'", "'why?'"),
        (BLOCK, ["one", "why?", "three"], "'two'", "why?"),
        (BLOCK, ["one", "zwei", "three"], "'two'", "zwei"),
        (BLOCK, ["one", "two"], "    - three\n", ""),
        (BLOCK, ["one", "two", "three", "four"], "- three\n", "- three\n    - four\n"),
        (BLOCK, ["one", "1.5", "two", "three"], "    - 'two'", "    - 1.5\n    - 'two'"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_only_the_items_that_change_are_written(
    text: str, new: list[str], before: str, after: str, ending: str
) -> None:
    wanted = text.replace(before, after).replace("\n", ending)
    given = text.replace("\n", ending)
    place = RowPlace(1, 3)
    assert edit_yaml_list(given, place, "tags", ["one", "two", "three"], new) == wanted


def test_a_list_at_the_end_of_a_file_without_a_line_end() -> None:
    edited = edit_yaml_list(LAST, RowPlace(1, 3), "tags", ["one", "two"], ["one", "two", "x: y"])
    assert edited == LAST + "\n  - 'x: y'"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (["one", "two"], ["one"], "changed meanwhile"),
        (["one", "two", "three"], [], "would be empty"),
        (["one", "two", "three"], ["two", "three"], "a comment"),
    ],
)
def test_what_would_lose_something_is_refused(old: list[str], new: list[str], why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        edit_yaml_list(BLOCK, RowPlace(1, 3), "tags", old, new)


@pytest.mark.parametrize("value", ["[a, [b]]", "&x [a]", "[a, *y]", "{a: b}", "[]"])
def test_what_is_no_list_of_texts_is_refused(value: str) -> None:
    text = f"- {{y: &y b}}\n- {{tags: {value}}}\n"
    with pytest.raises(RefusedError):
        edit_yaml_list(text, RowPlace(2, 3), "tags", [], ["a"])


ITEMS = st.lists(
    st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S", "Zs")), max_size=8),
    min_size=1,
    max_size=6,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(old=ITEMS, new=ITEMS, flow=st.booleans(), crlf=st.booleans())
def test_any_items_are_written_and_read_back(
    old: list[str], new: list[str], flow: bool, crlf: bool
) -> None:
    quoted = ["'" + item.replace("'", "''") + "'" for item in old]
    body = f" [{', '.join(quoted)}]" if flow else "".join(f"\n    - {one}" for one in quoted)
    text = f"# top\n- id: a\n  tags:{body}\n  x: 1  # tail\n"
    text = text.replace("\n", "\r\n") if crlf else text
    edited = edit_yaml_list(text, RowPlace(2, 3), "tags", old, new)
    for loader in (yaml.BaseLoader, yaml.CBaseLoader):
        assert yaml.load(edited, loader) == [{"id": "a", "tags": new, "x": "1"}]
    kept = text.split("tags:")[0], text[text.index("  x: 1") :]
    assert edited.startswith(kept[0])
    assert edited.endswith(kept[1])
    assert ("\r\n" in edited) == crlf
