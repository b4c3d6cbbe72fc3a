"""Lines as the readers of files count them."""

from __future__ import annotations

import pytest
import yaml

from cardgen.core.file_lines import split_lines, strip_end


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"])
def test_yaml_has_the_lines_that_its_parser_counts(end: str) -> None:
    text = f"a: 1{end}b: 2{end}c: 3"
    *_, last = (token for token in yaml.scan(text) if isinstance(token, yaml.ScalarToken))
    lines = split_lines(text, "game.yaml")
    assert [strip_end(line) for line in lines] == ["a: 1", "b: 2", "c: 3"]
    assert last.start_mark is not None
    assert last.start_mark.line == 2
    assert "".join(lines) == text


@pytest.mark.parametrize("sign", ["\x85", "\u2028", "\u2029", "\x0b", "\x0c", "\x1c"])
def test_other_files_end_a_line_at_a_line_feed_or_return_alone(sign: str) -> None:
    assert split_lines(f"a{sign}b\nc\r\nd\r", "rules.md") == [f"a{sign}b\n", "c\r\n", "d\r"]
