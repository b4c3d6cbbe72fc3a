"""Commands that tell what there is: findings, schemas, sizes, targets.

In      arguments.
Out     lines on stdout.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardgen.cli.arguments import argument, command, paragraph
from cardgen.cli.find_game import find_game
from cardgen.cli.terminal import UsageError

if TYPE_CHECKING:
    from cardgen.files.disk_game import DiskGame
    from cardgen.read.models.tables import FieldSpec


@command("explain")
@argument("code", "As in `error[CODE]`; all, if left out.", required=False)
def explain(*, code: str | None) -> None:
    """Say what a finding's code means, why it matters and how to mend it."""
    from cardgen.check.engine.levels import can_be_silenced
    from cardgen.check.engine.registry import all_codes, all_explanations, find_explanation
    from cardgen.core.findings import did_you_mean

    if code is None:
        width = max(map(len, all_codes()))
        for one in all_explanations():
            print(f"{one.code:<{width}}  {one.sentence}")
        return
    found = find_explanation(code)
    if found is None:
        hint = did_you_mean(code, all_codes(), what="code")
        raise UsageError(f"there is no code `{code}`; {hint}")
    print(f"{found.level or 'off'}[{found.code}]: {found.sentence}\n")
    paragraph("why", found.why)
    paragraph("fix", found.fix)
    if found.style:
        paragraph("draft", "It waits, counted in one line, while game.yaml says `draft: yes`.")
    if not can_be_silenced(found.code):
        paragraph("silence", "Not possible: the game could not be printed as it is written.")
        return
    entry = f"{{code: {found.code}, level: off, reason: …}}"
    if found.level is None:
        entry = f"{{code: {found.code}, level: warning}}"
    paragraph("ask" if found.level is None else "silence", "In game.yaml:")
    print(f"\n           checks:\n             - {entry}\n")
    print("         `deck:`, `card:` (deck/id) and `element:` narrow it down.")


@command("schema")
@argument("kind", "game, cards, layouts or composition.")
@argument("game", "For cards: whose fields.", required=False)
@argument("deck", "For cards: which deck.", required=False)
def schema(*, kind: str, game: str | None, deck: str | None) -> None:
    """Print the JSON Schema of a file, for editors to complete and check it."""
    from cardgen.read.schema import KINDS

    if kind not in KINDS:
        raise UsageError(f"there is no schema `{kind}`; known: {', '.join(KINDS)}")
    if game is not None and kind != "cards":
        raise UsageError(f"the schema `{kind}` is the same for all games; leave out `{game}`")
    print(json.dumps(_schema(kind, game, deck), indent=2, ensure_ascii=False))


def _schema(kind: str, game: str | None, deck: str | None) -> dict[str, Any]:
    from cardgen.read import schema

    if kind == "game":
        from cardgen.check.engine.registry import all_codes
        from cardgen.targets.registry import option_schemas

        return schema.game_schema(all_codes(), option_schemas())
    if kind == "layouts":
        return schema.layouts_schema()
    if kind == "composition":
        return schema.composition_schema()
    if game is None:
        return schema.cards_schema()
    name, fields = _declared_fields(find_game(game), deck)
    return schema.cards_schema(fields, f"cardgen: the cards of {name}")


def _declared_fields(game: DiskGame, deck: str | None) -> tuple[str, Mapping[str, FieldSpec]]:
    """A deck of a game and the fields that it declares."""
    from cardgen.core.findings import Report, did_you_mean
    from cardgen.read.game import read_game

    spec = read_game(game, Report())
    if spec is None:
        raise UsageError(f"the game `{game.name}` cannot be read; see `cardgen check`")
    if deck is None and len(spec.decks) > 1:
        raise UsageError(f"which deck? There is {', '.join(spec.decks)}")
    name = deck or next(iter(spec.decks))
    if name not in spec.decks:
        hint = did_you_mean(name, spec.decks, what="deck")
        raise UsageError(f"there is no deck `{name}`; {hint}")
    return name, spec.decks[name].fields


@command("sizes")
@argument("words", "Parts of a name, or who sells it: `hex`, `mpc`.", nargs=-1, metavar="[WORDS]")
def sizes(*, words: tuple[str, ...]) -> None:
    """List the component sizes by their trade names."""
    from cardgen.core.findings import did_you_mean
    from cardgen.core.sizes import find_matching_sizes, load_sizes, service_names, size_names
    from cardgen.report.size_table import describe_aliases, describe_size, list_rows

    wanted = " ".join(words)
    found = find_matching_sizes(wanted) if wanted else tuple(load_sizes().values())
    if not found:
        hint = did_you_mean(wanted, (*size_names(), *service_names()), what="size")
        raise UsageError(f"there is no size `{wanted}`; {hint}")
    _columns(list(list_rows(found)))
    if len(found) > _FEW:
        also = describe_aliases(found)
        print(f"\nalso known as: {also}" if also else "", end="\n" if also else "")
        return
    for size in found:
        print("\n" + "\n".join(describe_size(size)))


_FEW = 4
"""So many sizes are shown with all that is known of them."""


def _columns(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip())


@command("targets")
@argument("name", "Show what can be chosen for it.", required=False, metavar="[TARGET]")
def targets(*, name: str | None) -> None:
    """List the targets that `build` can write, or the options of one."""
    from cardgen.targets.foreign_names import suggest_target
    from cardgen.targets.installed import DEFAULT, target_names
    from cardgen.targets.option_error import BrokenTargetError
    from cardgen.targets.registry import find_target

    names = target_names()
    if name is None:
        width = max(map(len, names)) + 2
        for one in names:
            default = " (default)" if one == DEFAULT else ""
            print(f"{one:<{width}}{_describe_target(one)}{default}")
        print("\nOptions of a target: cardgen targets TARGET")
        return
    if name not in names:
        raise UsageError(f"there is no target `{name}`; {suggest_target(name, names)}")
    try:
        options = find_target(name).options.help_lines()
    except BrokenTargetError as error:
        raise UsageError(f"{error}; {error.hint}") from None
    print(f"{name}: {_describe_target(name)}")
    if not options:
        print("\nIt has no options.")
        return
    print(f"\nOptions, as in `-t {name}:{next(iter(options))}=…`, several with commas:\n")
    width = max(map(len, options))
    for option, text in options.items():
        paragraph(option, text, width + 4)


def _describe_target(name: str) -> str:
    """What a target says of itself, and which package it is from, if it is not ours."""
    from cardgen.targets.installed import find_plugin
    from cardgen.targets.option_error import BrokenTargetError
    from cardgen.targets.registry import find_target

    plugin = find_plugin(name)
    try:
        about = find_target(name).about
    except BrokenTargetError as error:
        return f"{error}; {error.hint}"
    return f"{about} ({plugin})" if plugin else about
