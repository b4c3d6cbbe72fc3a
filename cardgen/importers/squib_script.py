"""Read where the script of a Squib deck draws the columns of its table.

In      the Ruby files beside a layout, or in the folder above it.
Out     the name of the entry that each column is drawn with.

A script is looked through, and never run: of `text str: data['Name'], layout: 'title'` the column
and the entry are known. What is worked out in Ruby is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cardgen.importers.contract import read_source

_SCRIPTS, _MOST = 20, 1_000_000
_COMMENT = re.compile(r"""(?P<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|#[^\n]*""")
"""A comment; or a text, in which `#` begins none."""
_ON = re.compile(r",\s*\n\s*")
"""Where a call goes on in the next line."""
_SHOWN = re.compile(
    r"\b(?:str|file):\s*\w+(?:\[\s*:?['\"]?(?P<key>[\w .-]{1,80}?)['\"]?\s*\]|\.(?P<name>\w{1,80}))"
)
"""A text or picture that is a column: `str: data['Name']`, `file: deck.art`."""
_ENTRY = re.compile(r"\blayout:\s*[:'\"]{1,2}(\w{1,80})")


def read_placings(folder: Path) -> dict[str, str]:
    """Return the entry that each column is drawn with, by the column's name; both folded."""
    placings: dict[str, str] = {}
    for script in _list_scripts(folder):
        text = read_source(script, _MOST).decode("utf-8", "replace")
        code = _COMMENT.sub(lambda found: found["text"] or "", text)
        for line in _ON.sub(", ", code).splitlines():
            shown, entry = _SHOWN.search(line), _ENTRY.search(line)
            if shown and entry:
                placings.setdefault(fold_name(shown["key"] or shown["name"]), fold_name(entry[1]))
    return placings


def fold_name(name: str) -> str:
    """A name as columns and entries are compared."""
    return name.strip().casefold().replace(" ", "_")


def _list_scripts(folder: Path) -> Iterator[Path]:
    found = (path for place in (folder, folder.parent) for path in sorted(place.glob("*.rb")))
    yield from (path for path, _ in zip(found, range(_SCRIPTS), strict=False) if path.is_file())
