"""An entry of `checks:` goes where YAML reads it, however the list is written."""

from __future__ import annotations

import pytest

from cardgen.core.findings import Finding
from cardgen.lsp.silencing import find_silencing
from cardgen.lsp.text_lines import TextLines
from cardgen.read.syntax.nodes import ScalarNode, SequenceNode, find
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.report.fixed_files import edit_text, keep_readable

FILE = "game.yaml"
FINDING = Finding("small-text", "set too small", card="beasts/fox")


@pytest.mark.parametrize(
    "written",
    [
        "game: Beasts",
        "game: Beasts\n",
        "game: Beasts\n# the end",
        "game: Beasts\nchecks:\n",
        "checks:\n- {code: rivers, level: off}\n",
        "checks:\n# A comment.\n- {code: rivers, level: off}\n",
        "checks:\n\n    - {code: rivers, level: off}\n",
        "checks: # Ours.\n  # More.\n      - code: rivers\n        level: off\n",
        "checks:\n  -\n    code: rivers\n",
    ],
)
def test_the_list_has_one_entry_more(written: str) -> None:
    fix = find_silencing(FINDING, None, TextLines(written, FILE))
    assert fix is not None
    after, count = edit_text(written, FILE, [fix])
    (before, _), (root, faults) = read_yaml(written, FILE), read_yaml(after, FILE)
    old, new = find(before, "checks"), find(root, "checks")
    assert (count, faults) == (1, [])
    assert isinstance(new, SequenceNode)
    assert len(new.items) == 1 + (len(old.items) if isinstance(old, SequenceNode) else 0)
    code = find(new.items[0], "code")
    assert isinstance(code, ScalarNode)
    assert code.text == "small-text"


@pytest.mark.parametrize("written", ["checks: []\n", "checks: &ours\n  - {code: rivers}\n"])
def test_a_list_behind_its_name_is_left_alone(written: str) -> None:
    assert find_silencing(FINDING, None, TextLines(written, FILE)) is None


@pytest.mark.parametrize("written", ["{game: Beasts}\n", '"checks":\n  - {code: rivers}\n'])
def test_a_file_that_could_not_be_read_with_it_is_left_alone(written: str) -> None:
    fix = find_silencing(FINDING, None, TextLines(written, FILE))
    assert fix is not None
    assert keep_readable(written, FILE, [fix]) == []
