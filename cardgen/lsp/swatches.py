"""Colors in a text, as an editor shows them and lets one choose others.

In      a file's lines, the game as it was looked at last; a color that was chosen.
Out     colors with their places; how one is written there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from lsprotocol import types
from msgspec.structs import replace

from cardgen.bind.card.color_text import read_color_text
from cardgen.core.color import BLACK, WHITE, Color
from cardgen.core.file_lines import YAML_FILES
from cardgen.core.findings import Span
from cardgen.lsp.edition_files import list_entries
from cardgen.lsp.positions import make_range
from cardgen.lsp.text_lines import TextLines
from cardgen.lsp.uses import Use
from cardgen.pipeline.checked_game import Checked
from cardgen.read.syntax.nodes import ScalarNode, find
from cardgen.read.tables.reading import DELIMITED

_SHARE = r"(?:\s*/\s*\d+(?:\.\d+)?%)"
_HEX = "#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4}(?![0-9a-fA-F]))"
_CALL = r"(?:rgb|hsl)a?\([^()\"'{}]*\)"
_QUOTED = re.compile(rf"""(?<=["'])(?P<color>(?:{_HEX}|{_CALL}){_SHARE}?)(?=["'])""")
"""Without quotes `#` begins a comment in YAML; in Markdown it begins the name of a heading."""
_PLAIN = re.compile(rf"(?<=[:,\[-] )(?P<color>{_CALL}{_SHARE}?)(?=\s*(?:[,}}\]]|\s#|$))")
_CELL = re.compile(
    rf"""(?<![^"',;\t])[^\S\t]*(?P<color>(?:{_HEX}|{_CALL}){_SHARE}?|[\w-]+{_SHARE})(?=\s*(?:["',;\t]|$))"""
)
"""A whole cell; a name alone is a word as well."""
_BEHIND = re.compile(_SHARE)
_BUILT_IN = {"black": BLACK, "white": WHITE}
"""What a palette may say otherwise."""
_IN_MARKUP = re.compile(r"\]\{[^{}]*\Z")


def list_colors(
    checked: Checked | None, uses: Sequence[Use], file: str, lines: TextLines
) -> Iterator[types.ColorInformation]:
    """The colors in a text: typed as such, and names of the palette, with what is let through."""
    patterns = [_CELL] if file.lower().endswith(DELIMITED) else [_QUOTED]
    if file.endswith(YAML_FILES):
        patterns.append(_PLAIN)
    palette = read_palette(checked) if checked else {}
    for number, line in enumerate(lines, 1):
        for found in (found for one in patterns for found in one.finditer(line)):
            color = read_color_text(found["color"], palette)
            if color is not None:
                first, end = found.span("color")
                yield _show(color, Span(file, number, first + 1, end + 1), lines)
    for use in uses:
        is_here = use.kind == "color" and use.span.file == file and not use.is_declared
        if is_here and use.name in palette and use.stands_in(lines):
            yield _show_name(use.span, palette[use.name], lines)


def read_palette(checked: Checked) -> Mapping[str, Color]:
    """The colors of a game, those that its editions add last."""
    root = checked.spec.file.node
    editions = [edition for _, edition in list_entries(find(root, "editions"))]
    known: dict[str, Color] = {}
    for part in (root, *editions):
        for name, value in list_entries(find(part, "palette")):
            text = value.text if isinstance(value, ScalarNode) else ""
            color = read_color_text(text, _BUILT_IN | known)
            if color is not None:
                known.setdefault(name, color)
    return _BUILT_IN | known


def _show_name(span: Span, color: Color, lines: TextLines) -> types.ColorInformation:
    """A color by its name, with the share of it that stands behind: `sea / 50%`."""
    share = _BEHIND.match(lines[span.line - 1], span.end_column - 1)
    if share is None:
        return _show(color, span, lines)
    solid = float(share[0].strip(" \t/%")) / 100
    whole = Span(span.file, span.line, span.column, span.end_column + len(share[0]))
    return _show(replace(color, alpha=color.alpha * min(solid, 1)), whole, lines)


def _show(color: Color, span: Span, lines: TextLines) -> types.ColorInformation:
    return types.ColorInformation(
        make_range(span, lines), types.Color(*color.unit, float(color.alpha))
    )


def write_color(color: types.Color, line: str, first: int, last: int, file: str) -> str | None:
    """A color as it may stand at a place: in quotes where none are, for `#` begins a comment in
    YAML; None in `[words]{red}`, which takes names.

    Args:
        color: That was chosen.
        line: In which it is to stand.
        first: The column of what it takes the place of, from 0.
        last: The column behind that.
        file: Its name.
    """
    red, green, blue = (round(255 * part) for part in (color.red, color.green, color.blue))
    shown = str(Color(red, green, blue, color.alpha))
    typed, around = line[first:last], line[first - 1 : first] if first else ""
    if _IN_MARKUP.search(line[:first]):
        return None
    if file.lower().endswith(DELIMITED) or around in ("'", '"'):
        return shown
    quote = typed[0] if typed[:1] in ("'", '"') else '"'
    return f"{quote}{shown}{quote}"
