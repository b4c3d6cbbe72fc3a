"""A comparison as text for a terminal, as Markdown, and as JSON.

In      a `Comparison`.
Out     text. Cards of a deck that have only other ids, come from another deck or look different for
        one reason are told together.
Not here  the page (`prints.page_report`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from cardgen.core.findings import plural
from cardgen.core.printable_text import escape_controls
from cardgen.prints.card_matching import ComparedCard
from cardgen.prints.comparison import CardDifference, Comparison, FieldChange
from cardgen.prints.word_changes import Part, show_value, word_changes
from cardgen.targets.shared.markdown_names import escape_name

_FOLDED = 4
"""So many cards of which the same is told are told in one line."""
_NAMED = 6
"""Of those, so many are named."""

Group = tuple[CardDifference, ...]


def summary_of(comparison: Comparison) -> str:
    """Return one line: how many cards are what."""
    differences = comparison.differences
    counts = {
        "added": sum(one.kind == "added" for one in differences),
        "removed": sum(one.kind == "removed" for one in differences),
        "renamed": sum(one.is_renamed for one in differences),
        "recounted": sum(one.is_recounted for one in differences),
        "moved": sum(one.moved for one in differences),
        "changed": sum(bool(one.fields) for one in differences),
        "looking different": sum(bool(one.sides and not one.fields) for one in differences),
    }
    told = [f"{count} {what}" for what, count in counts.items() if count]
    return ", ".join([*told, f"{comparison.same} the same"])


def title_of(comparison: Comparison) -> str:
    old, new = comparison.old, comparison.new
    versions = [version for version in (old.version, new.version) if version]
    told = f" ({' → '.join(versions)})" if len(set(versions)) > 1 else ""
    return f"{new.game}: {old.label} → {new.label}{told}"


def group_alike(differences: Sequence[CardDifference]) -> list[Group]:
    """Put together the cards of a deck of which one and the same is told, and no words: where ids
    are numbers, a new row at the top renames all below it."""
    groups: dict[object, list[CardDifference]] = {}
    for number, one in enumerate(differences):
        groups.setdefault(number if _stands_alone(one) else _told_alike(one), []).append(one)
    made: list[Group] = []
    for group in groups.values():
        made += [tuple(group)] if len(group) >= _FOLDED else [(one,) for one in group]
    return made


def _stands_alone(one: CardDifference) -> bool:
    """Whether what is told of a card is of it alone: words, copies, another place of its deck."""
    if one.kind != "changed" or one.fields or one.is_recounted:
        return True
    return one.moved and not _changed_deck(one)


def _told_alike(one: CardDifference) -> object:
    old_deck = one.old.deck if one.old else ""
    return one.card.deck, old_deck, one.is_renamed, one.sides, one.causes


def count_text(one: CardDifference) -> str:
    before, after = one.copies
    return f"×{before} → ×{after}" if one.is_recounted else f"×{after or before}"


def look_text(one: CardDifference) -> str:
    """Return what looks different, and why: `front: picture, font`."""
    sides = " and ".join(one.sides)
    return f"{sides}: {', '.join(one.causes)}" if one.causes else sides


def move_text(one: CardDifference) -> str:
    assert one.old is not None
    assert one.new is not None
    if one.old.deck != one.new.deck:
        return f"moved from {one.old.deck}"
    return f"moved from place {one.old.number} to {one.new.number}"


# --- for a terminal --------------------------------------------------------------------------


def to_text(comparison: Comparison) -> str:
    """Return what has changed, for a terminal: `+` is new, `-` gone, `~` changed."""
    lines = [escape_controls(title_of(comparison))]
    for group in group_alike(comparison.differences):
        lines += (f"  {escape_controls(line)}" for line in _text_lines(group))
    return "\n".join([*lines, summary_of(comparison), ""])


def _text_lines(group: Group) -> Iterator[str]:
    one = group[0]
    if len(group) > 1:
        yield f"~ {one.card.deck}: {_group_text(group)}: {_names(group)}"
        return
    sign = {"added": "+", "removed": "-", "changed": "~"}[one.kind]
    counted = one.kind != "changed" or one.is_recounted
    yield f"{sign} {_name(one.card)}{' ' + count_text(one) if counted else ''}{_asides(one)}"
    for change in one.fields:
        yield f"    {change.field}: {_inline(change)}"


def _asides(one: CardDifference) -> str:
    told = []
    if one.is_renamed and one.old:
        told.append(f"was {one.old.card.id}")
    if one.moved:
        told.append(move_text(one))
    if one.sides and (one.causes or not one.fields) and one.kind == "changed":
        told.append(f"looks different ({look_text(one)})")
    return f"  {'; '.join(told)}" if told else ""


def _name(card: ComparedCard) -> str:
    return f"{card.deck}/{card.card.id}"


def _group_text(group: Group) -> str:
    """What is told of all cards of a group: `5 cards have other ids, look different (front)`."""
    one = group[0]
    told = [move_text(one)] if one.moved else []
    told += ["have other ids"] if one.is_renamed else []
    told += [f"look different ({look_text(one)})"] if one.sides else []
    return f"{plural(len(group), 'card')} {', '.join(told)}"


def _names(group: Group) -> str:
    names = [_name_and_old(one) for one in group[:_NAMED]]
    more = len(group) - len(names)
    return ", ".join([*names, f"and {more} more"] if more else names)


def _name_and_old(one: CardDifference) -> str:
    was = f" (was {one.old.card.id})" if one.old and one.is_renamed else ""
    return f"{one.card.card.id}{was}"


def _inline(change: FieldChange) -> str:
    """Words that went stand in `[-…-]`, words that came in `{+…+}`, as git shows them."""
    marks = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return "".join(marks[kind].format(_one_line(text)) for kind, text in parts_of(change))


def parts_of(change: FieldChange) -> tuple[Part, ...]:
    """Return a change word by word; what was or is no text as a whole."""
    old, new = show_value(change.old), show_value(change.new)
    if isinstance(change.old, str) and isinstance(change.new, str):
        return word_changes(old, new)
    whole: tuple[Part, Part] = (("old", old), ("new", new))
    return tuple(part for part in whole if part[1])


def _one_line(text: str) -> str:
    return text.replace("\n", "⏎")


# --- for a changelog or a pull request --------------------------------------------------------


def to_markdown(comparison: Comparison) -> str:
    """Return what has changed as Markdown: a list, with changed words struck out and in bold."""
    lines = [f"## {escape_name(title_of(comparison))}", ""]
    for group in group_alike(comparison.differences):
        lines += _markdown_lines(group)
    return "\n".join(
        [*lines, *([""] if comparison.differences else []), summary_of(comparison), ""]
    )


def _markdown_lines(group: Group) -> Iterator[str]:
    one = group[0]
    if len(group) > 1:
        yield f"- **{escape_name(one.card.deck)}**: {escape_name(_group_text(group))}"
        return
    verb = {"added": "new: ", "removed": "gone: ", "changed": ""}[one.kind]
    counted = f" {count_text(one)}" if one.kind != "changed" or one.is_recounted else ""
    yield f"- {verb}**{escape_name(_name(one.card))}**{counted}{escape_name(_asides(one))}"
    for change in one.fields:
        yield f"  - {escape_name(change.field)}: {_marked(change)}"


def _marked(change: FieldChange) -> str:
    marks = {"same": "{}", "old": "~~{}~~", "new": "**{}**"}
    return "".join(_mark(marks[kind], text) for kind, text in parts_of(change))


def _mark(mark: str, text: str) -> str:
    """Blanks stay outside of the marks: inside they would keep Markdown from reading them."""
    bare = text.strip()
    if not bare:
        return " " if text else ""
    head, tail = text[: text.index(bare[0])], text[text.rindex(bare[-1]) + 1 :]
    return f"{' ' if head else ''}{mark.format(escape_name(bare))}{' ' if tail else ''}"


# --- for programs ----------------------------------------------------------------------------


def to_json(comparison: Comparison) -> str:
    """Return what has changed as JSON."""
    old, new = comparison.old, comparison.new
    made = {
        "game": new.game,
        "old": {"name": old.label, "version": old.version, "cards": old.total},
        "new": {"name": new.label, "version": new.version, "cards": new.total},
        "same": comparison.same,
        "differences": [_plain(one) for one in comparison.differences],
    }
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _plain(one: CardDifference) -> dict[str, object]:
    return {
        "kind": one.kind,
        "deck": one.card.deck,
        "card": one.card.card.id,
        "was": _name(one.old) if one.old and (one.is_renamed or _changed_deck(one)) else None,
        "copies": list(one.copies),
        "renamed": one.is_renamed,
        "recounted": one.is_recounted,
        "moved": one.moved,
        "fields": [
            {"field": change.field, "old": change.old, "new": change.new} for change in one.fields
        ],
        "sides": list(one.sides),
        "causes": list(one.causes),
    }


def _changed_deck(one: CardDifference) -> bool:
    return bool(one.old and one.new and one.old.deck != one.new.deck)
