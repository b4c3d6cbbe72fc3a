"""What a card is called at a table: a field of it, its name or title, or its id.

In      cards, the field that was asked for.
Out     names; an `OptionError` for a field that no card has.
"""

from __future__ import annotations

from typing import Any

from cardgen.bind.bound_faces import BoundCard
from cardgen.core.findings import did_you_mean
from cardgen.targets.contract import Job, OptionError
from cardgen.text import markup


def check_name_field(job: Job, field: str) -> None:
    """Refuse a field to call cards by that no card has.

    Raises:
        OptionError: There is no such field.
    """
    known = {name for deck in job.game.decks for card in deck.cards for name in card.values}
    if field and field not in known:
        hint = did_you_mean(field, known, what="field")
        raise OptionError(f"no card has a field `{field}`", hint, option="name")


def find_card_name(card: BoundCard, field: str) -> str:
    """Return what stands in the field, or in `name` or `title`, as players read it on one line;
    the card's id if nothing does."""
    names = (_say(card.values.get(key)) for key in (field, "name", "title") if key)
    return next(filter(None, names), card.id)


def _say(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_say, value)))
    return "" if value is None else " ".join(strip_markup(str(value)).split())


def strip_markup(text: str) -> str:
    """A text as it reads: no marks of markup, icons by their names."""
    paragraphs = markup.parse_markup(text).paragraphs
    lines = (line for paragraph in paragraphs for line in paragraph)
    return "\n".join("".join(piece.text or piece.icon for piece in line) for line in lines)
