"""Target `ttpg`: a package for Tabletop Playground.

Out     a folder named after the game, which is the package: `Manifest.json`, a template a sheet of
        cards in `Templates/`, pictures in `Textures/`; beside it `IMPORT.md` and `manifest.json`.

Decks are divided into sheets as for Tabletop Simulator (`tts.plan`). The package is one folder
below the output: its `Manifest.json` and ours would be one file on many disks.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.core.findings import plural
from cardgen.files.file_names import file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.render.raster.picture_files import Encoding
from cardgen.scene.cut_outline import find_outline
from cardgen.scene.outlines import Curve
from cardgen.targets.contract import Job, Target
from cardgen.targets.shared.card_names import check_name_field, find_card_name
from cardgen.targets.shared.guides import write_guide
from cardgen.targets.shared.manifest import to_json, write_manifest
from cardgen.targets.shared.markdown_names import escape_name
from cardgen.targets.ttpg.template import (
    CardStack,
    Model,
    StackedCard,
    make_guid,
    make_manifest,
    make_template,
)
from cardgen.targets.tts.card_sheets import MOST_CARDS
from cardgen.targets.tts.pictures import SheetFiles, SheetWriter, write_pictures
from cardgen.targets.tts.plan import DeckPart, DeckPlan, plan_decks
from cardgen.targets.tts.sheet_options import CardSheetOptions


class TtpgTarget(Target[CardSheetOptions, tuple[CardSheetOptions, list[DeckPlan]]]):
    """The package of the whole game."""

    name = "ttpg"
    about = "Tabletop Playground: a package with a stack of cards for each deck"
    options = CardSheetOptions
    drops_finishes = True

    def plan(self, job: Job, options: CardSheetOptions) -> tuple[CardSheetOptions, list[DeckPlan]]:
        """Return the sheets of each deck.

        Raises:
            OptionError: No card has the field that cards are called by.
        """
        check_name_field(job, options.name)
        return options, plan_decks(job, options.per_sheet, options.dpi or job.dpi)

    def write(
        self, job: Job, plan: tuple[CardSheetOptions, list[DeckPlan]], output: OutputFolder
    ) -> str:
        options, plans = plan
        package = file_name(job.name)
        how = Encoding(options.format, options.quality, options.dpi or job.dpi)
        writer = SheetWriter(output, how, hashed=False, folder=f"{package}/Textures/")
        told, total = [], sum(len(each.parts) for each in plans)
        for each in plans:
            pictures = write_pictures(job, each, writer)
            for number, (part, files) in enumerate(zip(each.parts, pictures, strict=True), 1):
                stack = _make_stack(each, part, files, number, options.name)
                template = f"Templates/{each.label}-{number}.json"
                output.write(f"{package}/{template}", to_json(make_template(job.name, stack)))
                told.append(_describe_stack(each, part, stack, template))
                job.progress("sheets", len(told), total)
        output.write(f"{package}/Manifest.json", to_json(make_manifest(job.name)))
        write_guide(output, job, "IMPORT.md", _make_guide(job.name, package, plans))
        facts = {"package": package, "guid": make_guid(job.name), "stacks": told}
        write_manifest(output, job, self.name, facts)
        cards, decks = plural(job.game.total, "card"), plural(len(plans), "deck")
        return f"{cards} in {decks}, {plural(total, 'stack')}"


def _make_stack(
    plan: DeckPlan, part: DeckPart, files: SheetFiles, number: int, field: str
) -> CardStack:
    cells = {look: cell for cell, look in enumerate(part.looks)}
    several = f" ({number} of {len(plan.parts)})" if len(plan.parts) > 1 else ""
    pairs = zip(plan.deck.cards, plan.looks, strict=True)
    cards = tuple(
        StackedCard(cells[look], card.copies, find_card_name(card, field), card.id)
        for card, look in pairs
        if look in cells
    )
    grid = part.grid.columns, part.grid.rows
    return CardStack(
        plan.deck.name,
        number,
        f"{plan.deck.name}{several}",
        plan.deck.size,
        find_model(plan),
        files.face,
        files.back,
        plan.own_backs,
        grid,
        cards,
    )


def find_model(plan: DeckPlan) -> Model:
    """The program's own shape of a deck's cards; a square-cut card for what it has not."""
    if plan.deck.size.shape == "circle":
        return "Round"
    if plan.deck.size.shape == "hexagon":
        return "Hexagonal"
    outline = find_outline(plan.looks[0].front)
    return "Rounded" if plan.rectangle and any(isinstance(s, Curve) for s in outline) else "Square"


# --- what was done ---------------------------------------------------------------------------


def _describe_stack(
    plan: DeckPlan, part: DeckPart, stack: CardStack, template: str
) -> Mapping[str, object]:
    return {
        "deck": plan.deck.name,
        "template": template,
        "face": f"Textures/{stack.front}",
        "back": f"Textures/{stack.back}",
        "own_backs": stack.own_backs,
        "columns": part.grid.columns,
        "rows": part.grid.rows,
        "cell": list(part.grid.cell),
        "cells": [plan.cards_of(look) for look in part.looks],
    }


def _make_guide(game: str, package: str, plans: list[DeckPlan]) -> str:
    decks = ", ".join(f"{escape_name(plan.deck.name)} ({plan.deck.total})" for plan in plans)
    return f"""# {escape_name(game)}: to Tabletop Playground

Decks: {decks}.

1. Copy the whole folder `{package}` to where the program has its packages:
   - Windows (Steam): `TabletopPlayground/PersistentDownloadDir` in the program's own folder
     (`C:/Program Files (x86)/Steam/steamapps/common/TabletopPlayground`)
   - Mac: `~/Library/Application Support/Epic/TabletopPlayground/Packages`
   - Linux: `~/.config/Epic/TabletopPlayground/Packages`
2. Start the program, or start it anew. In the object library choose the package; drag a deck onto
   the table. Each is a stack, copies and all; a deck of more than {MOST_CARDS} different cards is
   several stacks, to be put together and shuffled.
3. To share it, open the package in the program's editor and upload it there.

The package and its decks keep their GUIDs from one build to the next: put the new folder over the
old one, and tables that were saved show the new cards.
"""
