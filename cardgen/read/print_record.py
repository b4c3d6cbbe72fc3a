"""The cards of a remembered print, as far as later cards ask whether they have changed.

In      a game's files, the name of a print.
Out     the fields of its cards, by deck and id.
Not here  writing prints, comparing them as they look (`prints`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from cardgen.core.findings import Finding, Report, did_you_mean
from cardgen.files.game_files import GameFiles, UnreadableError
from cardgen.read.models.game_file import GameFile

FOLDER, ENDING = "prints/", ".json"
TAKEN = ("now", "HEAD")
"""What a print is not called: the game as it is, and git's last commit."""
PrintedFields = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""The fields of a card, by its deck and its id."""


class _RecordedCard(msgspec.Struct, frozen=True):
    id: str
    fields: dict[str, Any] | None = None


class _RecordedCards(msgspec.Struct, frozen=True):
    cards: list[_RecordedCard]


class _RecordedFields(msgspec.Struct, frozen=True):
    decks: dict[str, _RecordedCards]
    edition: str = ""


def read_printed_fields(
    files: GameFiles, file: GameFile, report: Report, *, translated: bool = False
) -> PrintedFields | None:
    """Read the print that `changed-since` names; None, and a finding, where it is none, or one in
    other words: every card would count as changed.

    Args:
        files: The game's files, of one edition.
        file: The game.
        report: Takes the finding.
        translated: Whether the edition has its cards in another language.
    """
    name = file.changed_since
    if not name:
        return None
    known = [
        path.removeprefix(FOLDER).removesuffix(ENDING)
        for path in files.own_files()
        if path.startswith(FOLDER) and path.endswith(ENDING)
    ]
    try:
        if name in known:
            record = msgspec.convert(json.loads(files.table(_path(name))), _RecordedFields)
            message, hint = _told_edition(name, record.edition, files.edition, translated)
            if not message:
                return {
                    deck: {card.id: card.fields or {} for card in told.cards}
                    for deck, told in record.decks.items()
                }
        else:
            message = f"there is no print `{name}`"
            hint = f"`cardgen print-tag {'v1' if name in TAKEN else name}` remembers one"
            hint = did_you_mean(name, known, what="print") if known else hint
    except UnreadableError as error:
        message, hint = f"`{_path(name)}` {error.reason}", "take it out of version control again"
    except (ValueError, RecursionError, msgspec.ValidationError):
        message = f"`{_path(name)}` is no record of a print"
        hint = f"`cardgen print-tag {name} --force` writes it anew"
    report.add(Finding("unknown-print", message, file.place("changed-since"), hint=hint))
    return None


def _told_edition(name: str, printed: str, edition: str, translated: bool) -> tuple[str, str]:
    """Why the cards of an edition cannot be compared with a print, and a hint; or nothing."""
    if printed == edition or not (printed or translated):
        return "", ""
    of_what = f"the edition `{printed}`" if printed else "the game in its own language"
    where = f"the edition `{edition}`" if edition else "the game"
    hint = f"name a print of {where} as its `changed-since`"
    return f"`{name}` is a print of {of_what}", f"{hint}, or write `changed-since: ''` there"


def _path(name: str) -> str:
    return f"{FOLDER}{name}{ENDING}"


def known_texts(cards: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """What cards say, each as one text that `say_fields` gives; cards that say nothing are none."""
    return frozenset(said for card in cards if (said := say_fields(card)))


def say_fields(fields: Mapping[str, Any]) -> str:
    """Return the fields of a card as one text, "" if it has none; an empty field is none."""
    said = {
        name: msgspec.to_builtins(value, enc_hook=str)
        for name, value in fields.items()
        if value is not None
    }
    return json.dumps(said, sort_keys=True) if said else ""
