"""Credits and licences: files that nobody is named for, licences that forbid, names not printed.

In      `credits.yaml`, the game's own files, what its cards, boxes and booklets say.
Out     findings at the entry of the credits, or at the file's first use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.second_reads import read_again
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Finding, Note, Span
from cardgen.read.credits import FilePatterns
from cardgen.read.models.credits import CreditSpec
from cardgen.read.print_record import FOLDER as PRINTS
from cardgen.read.tables.reading import YAML
from cardgen.scene import items as scene
from cardgen.text.font_collection import split_face

_FILES = (".png", ".jpg", ".jpeg", ".svg", ".ttf", ".otf", ".woff", ".woff2", ".ttc", ".otc",
          ".gif", ".webp", ".avif")  # fmt: skip
_NO_FILE = "correct the name, or remove the entry"
_FORBIDS = re.compile(
    r"\bNC\b|\bND\b|non-?commercial|no derivatives|personal use|all rights reserved|unknown",
    re.IGNORECASE,
)
_ASKS = re.compile(r"\bCC[ -]BY\b|attribution", re.IGNORECASE)
_FREE = re.compile(r"\bCC0\b|public domain|own work", re.IGNORECASE)


class Credits(Rule):
    """Whose work is printed, whether it may be, and whether they are named."""

    heading = "What is there and not used"
    codes = (
        Explanation(
            "uncredited-file",
            "`credits.yaml` names nobody for a picture or font of the game",
            "A game that is shared or sold answers for everything in it. What nobody remembers the "
            "source of cannot be printed with a clear conscience.",
            "Add an entry with its author, source and licence; a pattern such as `art/*.svg` "
            "stands for many files.",
            "warning",
        ),
        Explanation(
            "unknown-credit",
            "an entry of `credits.yaml` is for files that the game has not",
            "Mostly the file was renamed, and is now credited to nobody.",
            "Correct the name or the pattern, or remove the entry.",
            "warning",
        ),
        Explanation(
            "licence-forbids",
            "the licence of a file forbids to sell or to change it, or is not known",
            "To print and to sell such a game is not allowed.",
            "Take another picture, ask for leave and note it as `permission:`, or, for a game that "
            "is neither sold nor changed, switch the code off with that as its reason.",
        ),
        Explanation(
            "credit-not-printed",
            "a licence asks for its author to be named, and nothing that is printed does",
            "Creative Commons BY licences end where the name is left out.",
            "Print `{{ credits() }}` in the booklet, on a card or on the box, or name the author.",
            "warning",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        if not subject.spec.credits:
            return
        yield from _files_without_credit(subject)
        yield from _credits_without_file(subject)
        printed = None
        for credit in subject.spec.credits:
            yield from _forbidden(credit)
            if _ASKS.search(credit.licence) and not _FREE.search(credit.licence):
                printed = _printed_words(subject) if printed is None else printed
                if _folded(credit.author) not in printed:
                    message = f"nothing that is printed names {credit.author}"
                    hint = "print `{{ credits() }}` in a booklet, on a card or on the box"
                    yield Finding(
                        "credit-not-printed", message, credit.place("author"), "warning", hint=hint
                    )


def _files(subject: Subject) -> list[str]:
    own = (path for path in subject.game.own_files() if not path.startswith(PRINTS))
    return [path for path in own if path.lower().endswith(_FILES)]


def _files_without_credit(subject: Subject) -> Iterator[Finding]:
    table = subject.spec.credits[0].span.path
    credited = FilePatterns(name for credit in subject.spec.credits for name in credit.file)
    for path in _files(subject):
        if not credited.holds(path):
            message = f"`{table}` names nobody for `{path}`"
            hint = f"add `- {{file: {path}, author: …, source: …, licence: …}}`"
            if not table.endswith(YAML):
                hint = "add a row with its `file`, `author`, `source` and `licence`"
            place = Span(table, 1, 1, 2)
            yield Finding("uncredited-file", message, place, "warning", hint=hint)


def _credits_without_file(subject: Subject) -> Iterator[Finding]:
    known = {*subject.game.own_files(), *subject.game.asset_names()}
    for font in subject.spec.file.fonts.values():
        files = filter(None, (font.regular, font.italic, font.bold, font.bold_italic))
        known |= {split_face(file)[0] for file in files}
    by_name = {PurePosixPath(path).name.casefold(): path for path in sorted(known)}
    for credit in subject.spec.credits:
        for pattern in credit.file:
            wanted = FilePatterns([pattern])
            if pattern not in known and not any(wanted.holds(path) for path in known):
                message = f"the game has no file `{pattern}`"
                near = by_name.get(PurePosixPath(pattern).name.casefold())
                hint = f"did you mean `{near}`?" if near else _NO_FILE
                place = credit.place("file")
                yield Finding("unknown-credit", message, place, "warning", hint=hint)


def _forbidden(credit: CreditSpec) -> Iterator[Finding]:
    found = _FORBIDS.search(credit.licence)
    if found and not credit.permission:
        what = credit.title or ", ".join(credit.file) or credit.author
        message = f"`{credit.licence}` does not allow to print and sell {what}"
        hint = "note leave that was given as `permission: …`, or take another"
        notes = (Note(f"`{found[0]}` says so"),)
        yield Finding("licence-forbids", message, credit.place("licence"), hint=hint, notes=notes)


def _printed_words(subject: Subject) -> str:
    """All that faces and booklets say, as one text."""
    faces = dict.fromkeys(subject.laid.scenes[face] for face in dict.fromkeys(subject.bound.faces))
    texts = [_words(face) for face in faces]
    file = subject.spec.file
    written = [one.text for one in file.booklets.values()]
    written += [one.text for one in file.showcase.values() if one.text]
    texts += [read_again(subject.game, one) for one in written]
    if any("credits(" in text for text in texts):
        texts += [credit.author for credit in subject.spec.credits]
    return _folded(" ".join(texts))


def _words(face: scene.Scene) -> str:
    runs = (item for item in scene.walk(face.items) if isinstance(item, scene.Glyphs))
    return " ".join(run.text for run in runs)


def _folded(text: str) -> str:
    return re.sub(r"\W+", " ", text).casefold()
