"""Names from decks on their way into Markdown guides: they read as they are written.

In      names of games, decks and boxes.
Out     Markdown that shows these names and does nothing else; ordinary names unchanged.

A game may be a stranger's, and its guides are opened where Markdown is rendered: no name may
bring a link, a picture, HTML, another row or cell of a table, or another block.

Source  CommonMark 0.31, 2.4 (backslash escapes), 2.5 (entities), 6.1 (code spans); GitHub
        Flavored Markdown, 4.10 (tables), 6.9 (autolinks).
"""

from __future__ import annotations

import re

from cardgen.core.printable_text import escape_controls

_LINE_ENDS = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_SPECIAL = re.compile(
    r"[\\`*\[\]<>~]"
    r"|(?<![^\W_])_|_(?![^\W_])"  # within a word it stands for itself
    r"|&(?=#?\w+;)"
    r"|(?<![^\s#])#"  # could close a heading
    r"|:(?=//)|(?<=www)\.|@(?=\w)",  # would make links
    re.IGNORECASE,
)
_BLOCK = re.compile(r"\A(\s*[0-9]{0,9})([-+=.)])(?=\s|\Z)")
"""What begins a list or underlines a heading at the start of a line."""


def escape_name(name: str) -> str:
    """Return a name as Markdown text, on one line; it may stand in a heading or a table too.

    A pipe becomes an entity: a backslash before it is read twice in tables, and differently by
    different programs.
    """
    escaped = _BLOCK.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", _put_on_one_line(name)))
    return escaped.replace("|", "&#124;")


def quote_name(name: str) -> str:
    """Return a name as code, `` `so` ``, outside of tables."""
    line = _put_on_one_line(name)
    fence = "`" * (1 + max(map(len, re.findall("`+", line)), default=0))
    pad = " " if line[:1] == "`" or line[-1:] == "`" or not line.strip() else ""
    return f"{fence}{pad}{line}{pad}{fence}"


def _put_on_one_line(name: str) -> str:
    return escape_controls(_LINE_ENDS.sub(" ", name))
