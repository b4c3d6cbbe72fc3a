"""Links of a booklet that lead nowhere.

In      the target of a link, as the Markdown gives it.
Out     what is wrong with it, and what to write instead.
Not here  links to headings of the text (`bind.booklet.inline_text`).
"""

from __future__ import annotations

import re

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
"""What a whole address begins with."""
_WHOLE = {
    "http": re.compile(r"//[^\s/?#]"),
    "https": re.compile(r"//[^\s/?#]"),
    "mailto": re.compile(r"[^\s@]+@[^\s@]|\?[a-z]+=", re.IGNORECASE),
}
"""What stands behind the colon of an address that leads somewhere, at the least."""
_SLIPS = re.compile(r"(?=[hts]*t)(?=[hts]*p)[htps]{3,7}|mail-?to?|malto|e-?mail")
"""Words that are none of these, and were meant so."""


def find_dead_link(target: str) -> tuple[str, str] | None:
    """Say why a target leads nowhere, and what to write; None if it leads somewhere.

    `target`: an address; `#` for a link whose parentheses are empty.
    """
    if target == "#":
        return "this link has no address", "write `[words](https://…)`, or a heading: `(#scoring)`"
    message = f"the link to `{target}` leads nowhere"
    scheme = _SCHEME.match(target)
    if scheme is None:
        whole = f"https://{target}" if target.startswith("www.") else "https://…"
        hint = f"write the whole address, `{whole}`, or a heading of this text, `#scoring`"
        return f"{message} in a PDF", hint
    name, rest = scheme[1].lower(), target[scheme.end() :]
    if name in _WHOLE:
        whole = "mailto:me@example.org" if name == "mailto" else f"{name}://example.org"
        return None if _WHOLE[name].match(rest) else (message, f"write it as in `{whole}`")
    if _SLIPS.fullmatch(name):
        meant = "mailto:" if name.startswith(("m", "e")) else "https:"
        return message, f"write `{meant}` for `{scheme[0]}`"
    return None
