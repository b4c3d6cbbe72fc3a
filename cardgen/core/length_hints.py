"""What to write for lengths as other programs have them: `auto`, `50vw`, `1/2in`, `2 inches`.

In      a text that is no length here.
Out     a hint; "" for what no program reads.
Not here  which texts are lengths (`core.lengths`); few builds need a hint, and so none waits for
          these patterns.
"""

from __future__ import annotations

import re

_UNITS = re.compile(r'["″a-z]+')
_SPELLED = {
    '"': "in", "″": "in", "inch": "in", "inches": "in", "millimeter": "mm", "millimeters": "mm",
    "points": "pt", "point": "pt", "pts": "pt", "pixel": "px", "pixels": "px", "percent": "%",
    "millimetre": "mm", "millimetres": "mm", "centimeter": "cm", "centimeters": "cm",
    "centimetre": "cm", "centimetres": "cm", "rem": "em", "ems": "em",
}  # fmt: skip
"""Units as they are written elsewhere."""
_FRACTION = re.compile(r"(?:([0-9]{1,4})[ -]+)?([0-9]{1,4}) ?/ ?([0-9]{1,4}) ?([a-z\"″]+)\Z")
"""`1/2in`, `2 1/2"`."""
_FILLING = re.compile(
    r"auto|fill|stretch|grow|flex|[0-9.]+ ?fr|(?:fit|min|max)-content", re.IGNORECASE
)
"""What other programs write for what is as large as its contents, or the room that is left."""
_VIEW = re.compile(r"([0-9.]+) ?(?:[dls]?v(?:w|h|min|max)|cq[whib])\Z", re.IGNORECASE)
"""Shares of a browser's window: there is none, but a box around."""
_CALC = re.compile(r"calc\((.*)\)\Z", re.IGNORECASE | re.DOTALL)
_BOUNDS = re.compile(r"(?:min|max|clamp)\(", re.IGNORECASE)
_VARIABLE = re.compile(r"(?:\$|var\(--|--)([a-z][\w-]*)\)?\Z", re.IGNORECASE)
_SHARES = {"full": "100%", "half": "50%", "1/2": "50%", "1/3": "33.33%", "1/4": "25%"}
_OTHER_UNITS = {"pc": (12, "pt"), "pica": (12, "pt"), "picas": (12, "pt"), "q": (0.25, "mm")}
_OTHER_UNIT = re.compile(r"([0-9.]+) ?([a-z]+)\Z", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"(\d),(\d{1,2}(?!\d))")
"""No comma of thousands, which has three digits behind it."""
_NUMBER = re.compile(r"[0-9]{1,6}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}")
"""As many digits as a length may have."""
_UNITS_READ = frozenset(("mm", "cm", "in", "pt", "px"))
_SHORT = 20


def spell_length(text: str) -> str:
    """The digits and the unit of a short text as they are read here."""
    if len(text) > _SHORT:
        return ""
    meant = _UNITS.sub(lambda found: _SPELLED.get(found[0], found[0]), text.lower())
    return _DECIMAL_COMMA.sub(r"\1.\2", meant).strip()


def explain_foreign(text: str) -> str:
    """What to write for a length of CSS or InDesign; "" for what is none."""
    if _FILLING.fullmatch(text):
        return "leave it out; in a column or row `grow: 1` takes the room that is left"
    if view := _VIEW.match(text):
        return f"write `{view[1]}%`, which is of the box around"
    if calc := _CALC.match(text):
        return f"write `{calc[1].strip()}`, without `calc`"
    if _BOUNDS.match(text):
        return "limit it with `min-width`, `max-width`, `min-height` or `max-height`"
    if variable := _VARIABLE.match(text):
        name = variable[1].replace("-", "_")
        return f'write `"{{{{ {name} }}}}"`, and `{name}` below `vars:` in game.yaml'
    if text.lower() in _SHARES:
        return f"write `{_SHARES[text.lower()]}`, which is of the box around"
    other = _OTHER_UNIT.match(text)
    factor, unit = _OTHER_UNITS.get(other[2].lower(), (0, "")) if other else (0, "")
    if other is None or not unit or not _NUMBER.fullmatch(other[1]):
        return ""
    return f"write `{float(other[1]) * factor:g}{unit}`"


def explain_fraction(text: str) -> str:
    """What to write for `2 1/2in`; "" if it is no such thing."""
    found = _FRACTION.match(text.lower())
    unit = _SPELLED.get(found[4], found[4]) if found else ""
    if found is None or unit not in _UNITS_READ or not int(found[3]):
        return ""
    value = int(found[1] or 0) + int(found[2]) / int(found[3])
    return f"write `{value:.4g}{unit}`"
