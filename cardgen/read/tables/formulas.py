"""Cells that a spreadsheet would run, and the apostrophe that keeps it from that.

In      the text of a cell.
Out     the same text guarded, or as it was before it was guarded.

Writing and reading are here together: what `data` writes comes back as it was, a text that begins
with an apostrophe of its own too.
"""

from __future__ import annotations

import re

_GUARD = "'"
_RUNS = re.compile(
    r"""\s*(?: [=@]
          | [+-] (?: .*(?: [\w.]\( | [|!] )                    # a function, a program, a sheet
                   | [^A-Za-z]*\d[^A-Za-z]*[-+*/^&][^A-Za-z]*\Z  # a sum
                   | \$?[A-Za-z]{1,3}\$?\d+\s*\Z ) )           # another cell
    """,
    re.DOTALL | re.VERBOSE,
)


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would take a cell for a formula that does something."""
    return _RUNS.match(text) is not None


def guard_cell(text: str) -> str:
    """Return a cell as a spreadsheet shows it, run by none."""
    return _GUARD + text if is_formula(text.lstrip(_GUARD)) else text


def unguard_cell(text: str) -> str:
    """Return what `guard_cell` was given."""
    guarded = text.startswith(_GUARD) and is_formula(text.lstrip(_GUARD))
    return text[1:] if guarded else text
