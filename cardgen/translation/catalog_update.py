"""Bring a `.po` file up to date with its game; nothing that a translator wrote is lost.

In      a file as it is, the texts of the game.
Out     the file as it is to be.

A text whose words changed takes the translation along, marked `fuzzy`, with the words before; a
text that is gone goes to the end of the file, marked `#~`, and comes back if its words do.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

import polib
from msgspec import Struct

from cardgen.read.translation.messages import Message, Source
from cardgen.read.translation.po_file import header
from cardgen.translation.source_texts import SourceComments, describe_source

_NEAR = 0.6
"""How alike two texts are, of 1, for one to be the other after a change."""


class Status(Struct, frozen=True):
    """How far a translation is."""

    total: int
    done: int
    fuzzy: int

    @property
    def missing(self) -> int:
        return self.total - self.done - self.fuzzy

    @property
    def percent(self) -> int:
        """Whole percents that are done; 100 only if all is."""
        return self.done * 100 // self.total if self.total else 100


def make_catalog(
    texts: Mapping[Message, Source], comments: SourceComments, language: str, game: str
) -> polib.POFile:
    """A new file without translations: of a language, or a template if that is ""."""
    return update_catalog(_empty(language, game), texts, comments)


def _empty(language: str, game: str) -> polib.POFile:
    made = polib.POFile(wrapwidth=78)
    made.metadata = dict(header(language, game))
    return made


def update_catalog(
    old: polib.POFile, texts: Mapping[Message, Source], comments: SourceComments
) -> polib.POFile:
    """The file with the texts of today, in their order, and what is not used any more behind."""
    made = polib.POFile(wrapwidth=78)
    made.metadata, made.metadata_is_fuzzy = old.metadata, old.metadata_is_fuzzy
    made.header = old.header
    known = {_message(entry): entry for entry in reversed(old)}
    left = {key: entry for key, entry in known.items() if key not in texts}
    taken: set[int] = set()
    for message, source in texts.items():
        entry = known.get(message)
        if entry is None or not (entry.msgstr or entry.obsolete):
            entry = _changed(message, source, entry, left, known, taken) or entry
        taken.add(id(known.get(message)))
        made.append(_entry(message, source, entry, comments))
    made.extend(_obsolete(entry) for entry in old if id(entry) not in taken and _is_kept(entry))
    return made


def _is_kept(entry: polib.POEntry) -> bool:
    return bool(entry.msgstr or entry.msgstr_plural or entry.tcomment)


def _message(entry: polib.POEntry) -> Message:
    return Message(entry.msgctxt or "", entry.msgid)


def _changed(
    message: Message,
    source: Source,
    empty: polib.POEntry | None,
    left: Mapping[Message, polib.POEntry],
    known: Mapping[Message, polib.POEntry],
    taken: set[int],
) -> polib.POEntry | None:
    """An entry for words that were others before, with their translation."""
    before = _nearest(message, source, left, taken)
    if before is None:
        alike = [e for m, e in known.items() if m.text == message.text and e.msgstr]
        return _taken_along(alike[0], message, empty, fuzzy=True) if alike else None
    taken.add(id(before))
    return _taken_along(before, message, empty, fuzzy=before.previous_msgid != message.text)


def _taken_along(
    before: polib.POEntry, message: Message, empty: polib.POEntry | None, *, fuzzy: bool
) -> polib.POEntry:
    notes = [one.tcomment for one in (empty, before) if one is not None and one.tcomment]
    return polib.POEntry(
        msgstr=before.msgstr,
        tcomment="\n".join(dict.fromkeys(notes)),
        flags=[*(flag for flag in before.flags if flag != "fuzzy"), *["fuzzy"] * fuzzy],
        previous_msgid=(before.previous_msgid or before.msgid) if fuzzy else None,
        previous_msgctxt=None if before.msgctxt == message.context else before.msgctxt,
    )


def _nearest(
    message: Message, source: Source, left: Mapping[Message, polib.POEntry], taken: set[int]
) -> polib.POEntry | None:
    """The entry that most likely was this text before it was changed."""
    found = [
        entry
        for key, entry in left.items()
        if key.context == message.context and entry.msgstr and id(entry) not in taken
    ]
    owners = set(source.owners)
    for entry in found:
        if entry.previous_msgid == message.text or (
            owners & _owners(entry) and _alike(entry, message, 0.3)
        ):
            return entry
    near = [entry for entry in found if _alike(entry, message, _NEAR)]
    return max(near, key=lambda entry: _ratio(entry.msgid, message.text), default=None)


def _owners(entry: polib.POEntry) -> set[str]:
    first = (entry.comment or "").split("\n")[0]
    return {name.strip() for name in first.split(" and ")[0].split(",")}


def _alike(entry: polib.POEntry, message: Message, least: float) -> bool:
    return _ratio(entry.msgid, message.text) >= least


def _ratio(one: str, other: str) -> float:
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() >= 0.3 else 0.0


def _entry(
    message: Message, source: Source, old: polib.POEntry | None, comments: SourceComments
) -> polib.POEntry:
    places = dict.fromkeys((span.path, str(span.line)) for span in source.spans)
    return polib.POEntry(
        msgctxt=message.context,
        msgid=message.text,
        msgstr=old.msgstr if old else "",
        occurrences=list(places),
        comment=describe_source(source, comments),
        tcomment=old.tcomment if old else "",
        flags=list(old.flags) if old else [],
        previous_msgid=old.previous_msgid if old else None,
        previous_msgctxt=old.previous_msgctxt if old else None,
    )


def _obsolete(entry: polib.POEntry) -> polib.POEntry:
    entry.obsolete = True
    entry.occurrences = []
    return entry


def count_done(catalog: polib.POFile, texts: Iterable[Message]) -> Status:
    """How many texts of a game a file has translations for."""
    entries = {_message(entry): entry for entry in catalog if not entry.obsolete}
    found = [entries.get(message) for message in texts]
    fuzzy = sum(entry is not None and entry.fuzzy for entry in found)
    done = sum(entry is not None and bool(entry.msgstr) and not entry.fuzzy for entry in found)
    return Status(len(found), done, fuzzy)
