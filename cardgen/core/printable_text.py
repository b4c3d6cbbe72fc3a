"""Text from decks on its way to a terminal: nothing in it may steer the terminal.

In      any text.
Out     the same text, each control character replaced by one that can be seen.

Escape sequences could move the cursor, change colors and rename the window; controls of the
writing direction make a line read differently from what it says.
"""

from __future__ import annotations

_PICTURES = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"} | {
    0x7F: 0x2421
}
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_OTHERS = (*range(0x80, 0xA0), *_BIDI, 0x2028, 0x2029)
_VISIBLE = _PICTURES | dict.fromkeys(_OTHERS, 0xFFFD)


def escape_controls(text: str) -> str:
    """Return `text` with every control character but tabs and line ends made visible.

    The length stays, so that columns do.
    """
    return text if text.isprintable() else text.translate(_VISIBLE)
