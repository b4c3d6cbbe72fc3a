"""The YAML of an imported game: plain, readable, to be changed by hand.

In      names, fields, elements.
Out     text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

_PLAIN = re.compile(r"[A-Za-z_][\w -]*(?<! )\Z")
_WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none"}
FONTS = """\
fonts:
  text:
    regular: fonts/EBGaramond-Regular.ttf
    italic: fonts/EBGaramond-RegularItalic.ttf
    bold: fonts/EBGaramond-Bold.ttf
"""
INK, PAPER = "#222222", "#fbf7ee"
PALETTE = f'palette: {{ink: "{INK}", paper: "{PAPER}", back: "#31505f"}}\n'
BACK_LAYOUT = "back"
BACK = """\
  back:
    bleed:
      - {shape: rectangle, fill: back}
"""
STYLES = """\
styles:
  title: {font: text bold, size: 13pt, min-size: 6pt, color: ink, markup: no}
  body: {font: text, size: 9pt, min-size: 4pt, color: ink, markup: no}
"""
_IMPORTED = "Imported by cardgen; change it as you like (docs/layout.md)."


def quote(text: str) -> str:
    """A text as a YAML scalar, in quotes where it needs them."""
    plain = _PLAIN.match(text) and text.casefold() not in _WORDS
    return text if plain else json.dumps(text, ensure_ascii=False)


def game_yaml(
    title: str, decks: Mapping[str, str], *, drawn: bool = True, notes: Iterable[str] = ()
) -> str:
    """`game.yaml` with its decks, each said in YAML's flow style or in lines; colors and fonts
    where something is drawn with them; what was noted as comments."""
    language = ("The texts are taken for English; of others write say `language: de`.",)
    comments = (_IMPORTED, *(language if drawn else ()), *notes)
    head = "".join(f"# {_printable(line)}\n" for line in comments) + f"game: {quote(title)}\n"
    lines = "".join(f"  {quote(name)}: {said}\n" for name, said in decks.items())
    return f"{head}{PALETTE + FONTS if drawn else ''}decks:\n{lines}"


def _printable(text: str) -> str:
    """A text as a comment: in one line, without characters that YAML forbids."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def layouts_yaml(layouts: Iterable[str]) -> str:
    made = "".join(layouts)
    styles = STYLES.splitlines(keepends=True)
    used = [
        line for line in styles if line[0] != " " or f"style: {line.split(':')[0].strip()}" in made
    ]
    return f"{''.join(used)}layouts:\n{made}{BACK}"
