"""Font families by name: open their files, pick the face for bold and italic.

In      the `fonts` of `game.yaml`.
Out     `FontFamily`s; findings for files that are missing, damaged or may not be embedded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from cardgen.cache.entry_store import EntryStore
from cardgen.core.findings import Finding, Report, Span
from cardgen.files.game_files import GameFiles, UnreadableError, find_remedy
from cardgen.files.misnamed_files import guess_file
from cardgen.read.models.game_file import FontSpec, GameFile
from cardgen.text.font_collection import SUFFIXES, split_face, take_face
from cardgen.text.font_error import AxisError
from cardgen.text.font_widths import FaceWidths, FontSource, open_widths
from cardgen.text.fonts import Face, FontError, open_face

_FONT_FILES = (".ttf", ".otf", ".woff", ".woff2", *SUFFIXES)
_PUT = "put the file into `fonts/`"
_OWN_FILE = (
    "a font is a file of the game, not of the machine: put its .ttf or .otf file into `fonts/`, "
    "and write that name"
)
_Opened = tuple[Face | None, FontSource | None]
FACES = ("regular", "italic", "bold", "bold_italic")


class FontFamily(Struct, frozen=True):
    """The faces of a family; those it does not have are absent."""

    name: str
    faces: Mapping[str, Face]
    fallback: tuple[str, ...] = ()
    declared: frozenset[str] = frozenset()
    """Slots that have a file, be it at fault."""


class FontChoice(Struct, frozen=True):
    """A family, and which of its faces."""

    family: FontFamily
    bold: bool = False
    italic: bool = False

    @property
    def slot(self) -> str:
        return "_".join(["bold"] * self.bold + ["italic"] * self.italic) or "regular"


class FontLibrary(Struct):
    """All families of a game."""

    families: dict[str, FontFamily] = field(default_factory=dict)
    _sources: dict[Face, FontSource] = field(default_factory=dict)
    _widths: dict[float, tuple[FaceWidths, ...]] = field(default_factory=dict)
    """Faces of fonts with a width axis, by how far letters may change."""

    def choose(self, reference: str) -> FontChoice | None:
        """`text`, `text italic`, `text bold italic`; None if there is no such family."""
        name, style = _split_reference(reference)
        family = self.families.get(name)
        return FontChoice(family, "bold" in style, "italic" in style) if family else None

    def faces(self) -> list[Face]:
        """All of them."""
        return [face for family in self.families.values() for face in family.faces.values()]

    def widths(self, most: float, place: Span, report: Report) -> tuple[FaceWidths, ...]:
        """The faces whose letters can be narrower and wider; a finding where that fails."""
        if most not in self._widths:
            found = (_open_widths(face, source, most, place, report)
                     for face, source in self._sources.items())  # fmt: skip
            self._widths[most] = tuple(one for one in found if one is not None)
        if len(self._widths[most]) < len(self._sources):
            report.told += 1
        return self._widths[most]

    def keep_sources(self, opened: Iterable[_Opened]) -> None:
        """Remember the files of faces that may have been taken out of variable fonts."""
        self._sources |= {face: source for face, source in opened if face and source}

    def face(self, choice: FontChoice) -> Face | None:
        return choice.family.faces.get(choice.slot)

    def stand_in(self, choice: FontChoice) -> FontChoice | None:
        """Another face of a family that does not have the one that is asked for: its first."""
        slots = [slot for slot in FACES if slot in choice.family.faces]
        words = slots[0].split("_") if slots else []
        return FontChoice(choice.family, "bold" in words, "italic" in words) if slots else None

    def chain(self, choice: FontChoice) -> list[Face]:
        """The faces to ask for a glyph, in order: the same slot, then upright, per family."""
        families = [choice.family, *(self.families[n] for n in choice.family.fallback)]
        found = [f.faces.get(choice.slot) or f.faces.get("regular") for f in families]
        return [face for face in found if face is not None]


def _split_reference(reference: str) -> tuple[str, list[str]]:
    """The name of a family, and which of its faces is meant."""
    words = reference.split()
    style = [word for word in words if word in ("bold", "italic")]
    return " ".join(word for word in words if word not in style), style


def report_unknown_font(reference: str, fonts: FontLibrary, place: Span, report: Report) -> None:
    """Report a family that is not there, unless it is declared with a fault."""
    if not report.is_lost("font", _split_reference(reference)[0]):
        report.unknown("font", reference, fonts.families, place)


def open_fonts(file: GameFile, game: GameFiles, report: Report) -> FontLibrary:
    """Open every font of the game once."""
    fonts, specs = FontLibrary(), file.fonts
    for name, spec in specs.items():
        short = file.place("fonts", name)
        opened = {slot: _open(spec, slot, short, game, report) for slot in FACES}
        faces = {slot: face for slot, (face, _) in opened.items() if face}
        fonts.keep_sources(opened.values())
        known = [other for other in spec.fallback if other in specs]
        declared = frozenset(slot for slot in FACES if getattr(spec, slot))
        fonts.families[name] = FontFamily(name, faces, tuple(known), declared)
        for index, other in enumerate(spec.fallback):
            if other not in specs:
                report.unknown("font", other, specs, spec.place("fallback", index))
    return fonts


def _open_widths(
    face: Face, source: FontSource, most: float, place: Span, report: Report
) -> FaceWidths | None:
    try:
        return open_widths(face, source, most, EntryStore("fonts"))
    except FontError as error:
        message = f"letters of the font `{face.name}` cannot change their widths: it {error}"
        report.add(Finding("bad-font", message, place, hint="leave `font-stretch` out"))
        return None


def _open(spec: FontSpec, slot: str, short: Span, game: GameFiles, report: Report) -> _Opened:
    """A face of a family, and its file if that is packed or variable; `short` is where a family
    that is a single file is written."""
    path = getattr(spec, slot)
    if path is None:
        return None, None
    place = spec.place(slot.replace("_", "-")) if spec.node else short
    try:
        file, wanted = split_face(path)
        data = take_face(game.asset(file).data, wanted)
        face = open_face(data, name=path, variation=spec.axes, store=EntryStore("fonts"))
    except UnreadableError as error:
        guess = guess_file(split_face(path)[0], game, _FONT_FILES)
        named = split_face(path)[0].lower().endswith(_FONT_FILES)
        hint = f"did you mean `{guess}`?" if guess else _PUT if named else _OWN_FILE
        hint = find_remedy(error.reason, hint)
        report.add(Finding("missing-file", f"the font `{path}` {error.reason}", place, hint=hint))
        return None, None
    except AxisError as error:
        message, hint = f"the font `{path}` {error}", "what is left out stays at its default"
        place = spec.place("axes")
        if not any(finding.span == place for finding in report.findings):  # of another face
            report.add(Finding("bad-font", message, place, hint=hint))
        return None, None
    except FontError as error:
        report.add(Finding("bad-font", f"the font `{path}` {error}", place, hint=error.hint))
        return None, None
    if not face.may_embed:
        message = f"the license bits of `{path}` (fsType) forbid embedding it in a PDF"
        hint = "ask its maker for a license that allows embedding, or take another font"
        report.add(Finding("font-licence", message, place, hint=hint))
    return face, FontSource(data, spec.axes) if face.data is not data else None
