"""Say what is wrong with a file that cannot be converted: which table of a font, or what else.

In      the bytes of a file in the place of a font.
Out     `FontError`s in plain words; what a library says of it is not told.
Not here  damage that shows before anything is converted (`font_check`).
"""

from __future__ import annotations

import io
import re

from cardgen.text.font_error import FontError

_NEEDED = ("head", "hhea", "maxp", "hmtx", "cmap")
_NEEDED_VARIABLE = ("fvar", "OS/2", "name")
_FIRST = ("head", "hhea", "maxp", "post", "cmap", "hmtx", "loca", "glyf", "fvar")
"""Others are read with what these say."""
_AGAIN = "download it again"
_KINDS = (
    (re.compile(rb"\s*\Z"), "is an empty file", _AGAIN),
    (
        re.compile(rb"\s*<(?:!doctype html|html|head|body)\b", re.IGNORECASE),
        "is a web page, and no font",
        "open it in a browser: it says what was downloaded in the font's place",
    ),
    (re.compile(rb"PK\x03\x04"), "is a zip archive", "unpack it, and name the font in it"),
    (
        re.compile(rb"%!(?:PS-AdobeFont|FontType1)|\x80\x01"),
        "is a PostScript font (Type 1), which is not read",
        "take the OpenType version of it (.otf)",
    ),
    (
        re.compile(rb".{34}LP", re.DOTALL),
        "is an EOT font, which is not read",
        "take the .ttf or .woff2 that comes with it",
    ),
    (
        re.compile(rb"\x89PNG|\xff\xd8\xff|GIF8|RIFF|%PDF"),
        "is a picture or a document, and no font",
        "name the font file itself",
    ),
)


def name_other(data: bytes) -> FontError:
    """What a file is that is no font of a kind that is read."""
    for start, reason, hint in _KINDS:
        if start.match(data):
            return FontError(reason, hint)
    return FontError("is not a TTF, OTF, WOFF or WOFF2 file")


def name_fault(data: bytes) -> FontError:
    """What is wrong with a font that could not be converted: the first table at fault."""
    from fontTools.ttLib import TTFont

    try:
        font = TTFont(io.BytesIO(data), lazy=False)
        tags = [tag for tag in font.keys() if tag != "GlyphOrder"]  # noqa: SIM118 - no mapping
    except Exception:  # fontTools raises anything at all on a damaged file
        return FontError("is damaged: its list of tables cannot be read")
    for tag in (*_NEEDED, *(_NEEDED_VARIABLE if "fvar" in tags else ())):
        if tag not in tags:
            return FontError(f"is damaged: it has no table `{tag}`")
    for tag in sorted(tags, key=lambda tag: (_FIRST.index(tag) if tag in _FIRST else 99, tag)):
        try:
            font[tag]
        except Exception:  # as above
            return FontError(f"is damaged: its table `{tag.strip()}` cannot be read")
    if "fvar" in tags:
        return FontError("is damaged: its axes cannot be worked out")
    return FontError("is damaged: its tables contradict each other")
