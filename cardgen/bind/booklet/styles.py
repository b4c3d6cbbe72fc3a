"""How a booklet sets its roles: the game's own styles over defaults from its fonts.

In      `styles:` of a booklet, the styles, fonts and colors of the game, the measure.
Out     a `Role` for each name of `ROLES`: look, setting, whether quotes are made typographic.

The body is as large as gives a line about 58 characters, from 8 to 10.5 points: the middle of
the 45 to 75 that Bringhurst, *The Elements of Typographic Style* (4.0), 2.1.2, calls
satisfactory. All other sizes are steps from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.bind.booklet.kept_texts import KeptTexts
from cardgen.bind.bound_texts import TextSetting
from cardgen.bind.card.styles import Styles
from cardgen.bind.card.text_look import TextLook
from cardgen.bind.card.vertical_text import refuse_vertical
from cardgen.bind.fonts import FontLibrary
from cardgen.core.lengths import Length
from cardgen.read.models.booklets import ROLES, BookletSpec
from cardgen.read.models.drawn_elements import TextElement
from cardgen.read.models.styles import StyleSpec, TextStyle

_CHARACTERS = 25.5
"""Ems in a line of 58 characters: a character of a book face is about 0.44 em wide."""
_LEAST, _MOST = 8.0, 10.5
_NARROW = 20.0
"""Ems from which on a line is long enough to be justified."""
_DISPLAY = ("display", "title", "heading", "headings", "head")
_TEXT = ("text", "body", "serif", "sans", "regular")
_INKS = ("ink", "text", "dark", "black")


class Role(Struct, frozen=True):
    """How one kind of text is set."""

    look: TextLook
    setting: TextSetting
    smart: bool = True


class Roles(Struct):
    """The roles of one booklet."""

    styles: Styles
    spec: BookletSpec
    measure: float
    uses: set[tuple[str, str]]
    texts: KeptTexts
    made: dict[str, Role | None] = field(default_factory=dict)

    def role(self, name: str) -> Role | None:
        """The role; None where the game has no font that could set it."""
        if name not in self.made:
            made = self.make(name)
            self.made[name] = made and self.texts.find_equal(made)
        return self.made[name]

    def check(self) -> None:
        """Roles and styles that are not there."""
        for role, style in self.spec.styles.items():
            if role not in ROLES:
                place = self.spec.key("styles", role)
                self.styles.report.unknown("role", role, ROLES, place)
            elif style not in self.styles.styles:
                place = self.spec.place("styles", role)
                self.styles.report.unknown("style", style, self.styles.styles, place)

    def layers(self, name: str) -> list[TextStyle]:
        """The role's own style, that of what it is a kind of, the defaults."""
        found: list[TextStyle] = []
        for role in _lineage(name):
            style = self.styles.for_all_cards(self.spec.styles.get(role, ""))
            if style is not None:
                self.uses.add(("style", self.spec.styles[role]))
                found.append(style)
            found.append(_spec(self.defaults(role)))
        return found

    def make(self, name: str) -> Role | None:
        layers = self.layers(name)
        if self.fonts() == ("", ""):
            return None
        look = self.styles.look(layers)
        if look is None or self.styles.fonts.face(look.font) is None:
            return None
        self.uses.add(("font", look.font.family.name))
        element = _element()
        setting = self.styles.setting(element, layers, look)
        if setting.vertical:
            refuse_vertical(layers, "a booklet", self.styles.report)
            return None
        smart = next((s.smart for s in layers if s.smart is not None), True)
        return Role(look, replace(setting, fit="none"), smart and name != "code")

    # --- defaults --------------------------------------------------------------------

    def fonts(self) -> tuple[str, str]:
        """The families for text and for headings."""
        names = tuple(self.styles.fonts.families)
        text = next((n for n in _TEXT if n in names), names[-1] if names else "")
        display = next((n for n in _DISPLAY if n in names), text)
        return text, display

    def size(self) -> float:
        return round(min(_MOST, max(_LEAST, self.measure / _CHARACTERS)) * 4) / 4

    def ink(self) -> str:
        return next((name for name in _INKS if name in self.styles.palette.colors), "black")

    def defaults(self, role: str) -> dict[str, Any]:
        text, display = self.fonts()
        size = self.size()
        heading = display if display != text else _face(self.styles.fonts, text, "bold")
        italic = _face(self.styles.fonts, text, "italic")
        align = "justify" if self.measure / size >= _NARROW else "left"
        return {
            "body": {
                "font": text, "size": Length(size), "leading": Length(ems=1.3), "align": align,
                "hyphenate": True, "hang": True, "letter_space": 0.02, "color": self.ink(),
                "indent": Length(ems=1.2),
            },
            "heading-1": _heading(heading, size * 1.9, 1.1),
            "heading-2": _heading(heading, size * 1.4, 1.15),
            "heading-3": _heading(heading, size * 1.12, 1.2),
            "heading-4": _heading(italic, size, 1.3),
            "quote": {"font": italic},
            "box": {"size": Length(size * 0.95), "leading": Length(ems=1.25)},
            "box-title": _heading(heading, size, 1.3),
            "table": {
                "size": Length(size * 0.92), "leading": Length(ems=1.2), "align": "left",
                "hyphenate": False, "hang": False,
            },
            "table-head": {"font": italic},
            "caption": {
                "font": italic, "size": Length(size * 0.88), "leading": Length(ems=1.25),
                "align": "center", "balance": True, "hyphenate": False, "hang": False,
            },
            "code": {"align": "left", "hyphenate": False, "hang": False, "indent": Length(0)},
            "contents": {"align": "left", "hyphenate": False},
            "head": {"font": italic, "size": Length(size * 0.85), "align": "center"},
            "foot": {"font": text, "size": Length(size * 0.9), "align": "center"},
        }.get(role, {})  # fmt: skip


_KINDS = {"table-head": "table", "box-title": "heading-3"}


def _lineage(role: str) -> tuple[str, ...]:
    """A role and what it goes back to; all go back to the body."""
    names = [role]
    while names[-1] in _KINDS:
        names.append(_KINDS[names[-1]])
    return tuple(dict.fromkeys((*names, "body")))


def _heading(font: str, size: float, leading: float) -> dict[str, Any]:
    return {
        "font": font, "size": Length(round(size * 4) / 4), "leading": Length(ems=leading),
        "align": "left", "hyphenate": False, "balance": True, "hang": False, "features": (),
    }  # fmt: skip


def _face(fonts: FontLibrary, family: str, slot: str) -> str:
    """The family's face of that kind, if it has one."""
    found = fonts.families.get(family)
    return f"{family} {slot}" if found and slot in found.faces else family


def _spec(fields: Mapping[str, Any]) -> StyleSpec:
    return StyleSpec.model_construct(**fields)


def _element() -> TextElement:
    return TextElement.model_construct(text="", baseline=None, size=None)
