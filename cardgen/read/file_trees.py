"""The YAML files of a game as trees, and what to do about one that is not there.

In      the files of a game, a name and where it is named.
Out     the root node; findings where there is none.
Not here  what is written in them (`read.game`), how YAML is read (`read.syntax.yaml_tree`).
"""

from __future__ import annotations

from pathlib import PurePosixPath

from cardgen.core.findings import Finding, Report, Span
from cardgen.files.game_files import GameFiles, UnreadableError, find_remedy
from cardgen.files.misnamed_files import guess_file
from cardgen.read.syntax.nodes import Node, ScalarNode, SequenceNode, find
from cardgen.read.syntax.yaml_tree import read_yaml
from cardgen.read.tables.spoiled_letters import doubt_texts

GAME_FILE = "game.yaml"


def name_files(root: Node | None, key: str, default: str) -> list[tuple[str, Span | None]]:
    """File names out of `game.yaml`, even if the rest of it is faulty."""
    node = find(root, key)
    items = node.items if isinstance(node, SequenceNode) else [node]
    named = [(one.text, one.span) for one in items if isinstance(one, ScalarNode) and one.text]
    return [*named] or [(default, None)]


def _read_text(game: GameFiles, path: str, report: Report, span: Span | None) -> str | None:
    try:
        return game.text(path)
    except UnreadableError as error:
        place = span or Span(path, 1, 1, 2)
        other = _name_another(path, game, span) if "exist" in error.reason else ""
        hint = find_remedy(error.reason, other)
        report.add(Finding("unreadable-file", f"`{path}` {error.reason}", place, hint=hint))
        return None


def _name_another(path: str, game: GameFiles, span: Span | None) -> str:
    """What to do about a file that is not there; without a place nobody has named it."""
    near = guess_file(path, game, (".yaml", ".yml"))
    if path == GAME_FILE:
        was = near and PurePosixPath(near).stem.casefold() == "game"
        return f"rename `{near}` to `{path}`" if was else "put it back: a game begins with it"
    if span is not None:
        return f"did you mean `{near}`?" if near else "make the file, or name another"
    usual = near if near and "layout" in near.lower() else "NAME.yaml"
    return f"make the file, or name that of the layouts in game.yaml: `layouts: {usual}`"


def read_tree(game: GameFiles, path: str, report: Report, span: Span | None) -> Node | None:
    """The root node of a file; None, and findings, where there is none."""
    text = _read_text(game, path, report, span)
    if text is None:
        return None
    root, findings = read_yaml(text, path)
    report.extend(findings)
    doubt_letters(root, text, report)
    return root


def doubt_letters(root: Node | None, text: str, report: Report) -> None:
    """Report the first word of a file that another program spoiled."""
    spoiled = None if root is None or (text.isascii() and "\\" not in text) else doubt_texts(root)
    if spoiled is not None:
        report.add(spoiled)
