"""The lines of a file are those that its editor has now."""

from __future__ import annotations

from pathlib import Path

from cardgen.lsp.documents import Documents


def test_lines_are_split_once_for_a_text(tmp_path: Path) -> None:
    documents, file = Documents(), tmp_path / "a.yaml"
    documents.put(file.as_uri(), "one\ntwo", 1)
    assert documents.lines_of(file) is documents.lines_of(file)


def test_lines_are_those_of_the_text_that_was_typed_last(tmp_path: Path) -> None:
    documents, file = Documents(), tmp_path / "a.yaml"
    file.write_text("saved")
    seen = [[*documents.lines_of(file)]]
    for text in ("one\ntwo", "one", "one\ntwo"):
        documents.put(file.as_uri(), text, 1)
        seen.append([*documents.lines_of(file)])
    documents.drop(file.as_uri())
    seen.append([*documents.lines_of(file)])
    file.write_text("again")
    seen.append([*documents.lines_of(file)])
    assert seen == [["saved"], ["one", "two"], ["one"], ["one", "two"], ["saved"], ["again"]]


def test_lines_are_counted_as_the_name_of_the_file_asks(tmp_path: Path) -> None:
    """YAML ends a line at U+2028, other files do not."""
    documents, file = Documents(), tmp_path / "a.yaml"
    link = tmp_path / "a.md"
    file.write_text("")
    link.symlink_to(file)
    documents.put(file.as_uri(), "one\u2028two", 1)
    assert [len(documents.lines_of(path)) for path in (file, link, file)] == [2, 1, 2]
