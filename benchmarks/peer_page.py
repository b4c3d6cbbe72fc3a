"""Twenty Novelty cards as one HTML document, a page a card, for `benchmarks.peer`.

In      rows of the game's own tables, its palette.
Out     HTML with its CSS; pictures and fonts are named relative to the project.

Written as a designer with an hour would write it: absolute boxes from the card's corner,
the same millimetres and points as in the game's `layouts.yaml`. Texts do not shrink to fit,
because CSS cannot: three sizes for quotes by their length, as the layout has them.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping

from cardgen.read.tables.cards import CardSpec

_CSS = """
@font-face { font-family: Display; src: url(fonts/Fraunces-SemiBold.ttf); }
@font-face { font-family: Body; src: url(fonts/EBGaramond-Regular.ttf); }
@font-face { font-family: Body; font-style: italic; src: url(fonts/EBGaramond-RegularItalic.ttf); }
@page { size: 2.74in 3.74in; margin: 0;
  background: url(textures/parchment.jpg); background-size: 100% 100%; }
* { margin: 0; padding: 0; }
body { font-family: Body; color: INK; }
.card { position: relative; width: 2.74in; height: 3.74in; overflow: hidden; break-after: page; }
.card:last-child { break-after: auto; }
.red { color: RED; } .blue { color: BLUE; }
.letter { position: absolute; left: 6mm; right: 6mm; top: 24mm; text-align: center;
  font: 140pt/1 Display; }
.wild { font-size: 58pt; top: 35mm; }
.index { position: absolute; left: 6mm; width: 12mm; top: 7mm; text-align: center;
  font: 16pt/1 Display; }
.index.wild { font-size: 10.5pt; }
.mark { width: 2.5mm; height: 2.5mm; margin: 1.5mm auto 0; }
.mark.red { background: RED; transform: rotate(45deg); }
.mark.blue { background: BLUE; border-radius: 50%; }
.points { position: absolute; left: 6mm; width: 12mm; top: 76mm; text-align: center;
  font: 22pt/1.2 Display; }
.effect { position: absolute; left: 20.4mm; right: 20.4mm; bottom: 6.6mm; height: 14.8mm;
  display: flex; align-items: center; justify-content: center; text-align: center;
  font-size: 11pt; line-height: 1.16; }
.foot { position: absolute; left: 20mm; right: 20mm; bottom: 12mm; text-align: center;
  font-size: 15pt; line-height: 1; color: STONE; }
.motif { position: absolute; left: 8.2mm; right: 8.2mm; top: 7.6mm; bottom: 6.6mm;
  display: flex; flex-direction: column; }
.name { font: 15pt/1.12 Display; text-align: center; }
.does { font-size: 11pt; line-height: 1.22; text-align: center; margin-top: 2.4mm; }
.rule { width: 10mm; height: 0; border-top: 0.5pt solid STONE; margin: 3mm auto 2.4mm; }
.rest { flex: 1; display: flex; flex-direction: column; justify-content: center; }
.quote { font-style: italic; font-size: 8pt; line-height: 1.22; }
.quote.short { font-size: 11.5pt; line-height: 1.25; text-align: center; }
.quote.word { font-size: 24pt; text-align: center; }
.source { font-size: 7.5pt; line-height: 1.3; text-align: center; margin-top: 2.4mm;
  font-feature-settings: "onum"; }
.author { font-feature-settings: "smcp", "onum"; letter-spacing: 0.04em; display: block; }
"""


def page(
    letters: Iterable[CardSpec], motifs: Iterable[CardSpec], palette: Mapping[str, str]
) -> str:
    css = _CSS
    for name in ("ink", "red", "blue", "stone"):
        css = css.replace(name.upper(), str(palette[name]))
    cards = [*map(_letter, letters), *map(_motif, motifs)]
    return f"<!doctype html><html lang=en><style>{css}</style><body>{''.join(cards)}"


def _text(card: CardSpec, field: str) -> str:
    value = card.values.get(field)
    return html.escape("" if value is None else str(getattr(value, "value", value)))


def _letter(card: CardSpec) -> str:
    letter, mark = _text(card, "letter"), _text(card, "mark")
    kind = f"{mark} wild" if len(letter) > 2 else mark
    drawn = f'<div class="mark {mark}"></div>' if mark else ""
    effect = _text(card, "effect")
    foot = f'<div class="effect"><p>{effect}</p></div>' if effect else '<div class="foot">❧</div>'
    return (
        f'<div class="card"><div class="letter {kind}">{letter}</div>'
        f'<div class="index {kind}">{letter}{drawn}</div>'
        f'<div class="points">{_text(card, "points")}</div>{foot}</div>'
    )


def _motif(card: CardSpec) -> str:
    quote = _text(card, "quote")
    kind = "" if len(quote) >= 130 else "short" if len(quote) >= 20 else "word"
    return (
        f'<div class="card"><div class="motif"><div class="name">{_text(card, "name")}</div>'
        f'<div class="does">{_text(card, "effect")}</div><div class="rule"></div>'
        f'<div class="rest"><div class="quote {kind}">{quote}</div>'
        f'<div class="source"><span class="author">{_text(card, "author")}</span>'
        f"<em>{_text(card, 'source')}</em>, {_text(card, 'year')}</div></div></div></div>"
    )
