"""Target `tts`: decks for Tabletop Simulator.

Out     card sheets, a saved object `<game>.json` with its thumbnail, `IMPORT.md` that says how
        to play with it, `manifest.json`.

Sheets are named by their content, because the simulator keeps what it once loaded from an
address. Addresses are bare file names unless `url` or `folder` says where the files will be:
what is written depends on the game alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Annotated, Literal, get_args
from urllib.parse import quote

from pydantic import Field, model_validator

from cardgen.bind.bound_faces import BoundCard
from cardgen.core.findings import plural
from cardgen.files.file_names import file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.render.raster.picture_files import Encoding
from cardgen.scene.cut_outline import find_outline
from cardgen.targets.contract import Job, OptionError, Target
from cardgen.targets.options import (
    OneOf,
    Parsed,
    make_refusal,
)
from cardgen.targets.shared.card_names import check_name_field, find_card_name
from cardgen.targets.shared.card_text import read_card_text
from cardgen.targets.shared.guides import write_guide
from cardgen.targets.shared.manifest import to_json, write_manifest
from cardgen.targets.shared.markdown_names import escape_name
from cardgen.targets.shared.table_looks import CardLook
from cardgen.targets.tts.card_sheets import LARGEST
from cardgen.targets.tts.pictures import SheetFiles, SheetWriter, render_thumbnail, write_pictures
from cardgen.targets.tts.plan import DeckPlan, plan_decks
from cardgen.targets.tts.saved_object import (
    CardRef,
    DeckRef,
    SheetRef,
    find_shape,
    make_saved_object,
)
from cardgen.targets.tts.sheet_options import CardSheetOptions
from cardgen.text.smart_punctuation import smarten

FileNames = Literal["hashed", "same"]


def _web_address(option: str, text: str) -> str:
    if text and not text.startswith(("https://", "http://", "file:///")):
        raise make_refusal(option, text, "write the whole address, as https://example.org/game/")
    if "#" in text or ("?" in text and text[-1] not in "/="):
        hint = "a picture's name is put at its end: leave out what comes after `?` or `#`"
        raise make_refusal(option, text, hint)
    return text if not text or text[-1] in "/=" else f"{text}/"


def _folder(option: str, text: str) -> str:
    if text and _folder_address(text) is None:
        raise make_refusal(option, text, "write the whole path, as C:/games/mine")
    return _folder_address(text) or ""


class TtsOptions(CardSheetOptions):
    """The sheets, and where the simulator will find them."""

    files: Annotated[FileNames, OneOf(get_args(FileNames))] = Field(
        "hashed",
        description="hashed (the default): a sheet that changes gets another name; same: names "
        "stay",
    )
    url: Annotated[str, Parsed(_web_address, "https://example.org/game/")] = Field(
        "", description="where the pictures will be on the web, as https://example.org/game/"
    )
    folder: Annotated[str, Parsed(_folder, "C:/games/mine")] = Field(
        "",
        description="where the pictures will be on your computer: the whole path of the folder",
    )

    @property
    def base(self) -> str:
        """What stands before a file's name in its address."""
        return self.folder or self.url

    @model_validator(mode="after")
    def _be_in_one_place(self) -> TtsOptions:
        if self.is_given("url") and self.is_given("folder"):
            message, hint = "pictures are at `url` or in `folder`, not both", "give one of them"
            raise OptionError(message, hint, option="folder")
        return self


def _folder_address(folder: str) -> str | None:
    """`C:/games/x` → `file:///C:/games/x/`; None if the path is not whole."""
    for path in (PurePosixPath(folder), PureWindowsPath(folder)):
        if folder and path.is_absolute():
            return f"{path.as_uri().rstrip('/')}/"
    return None


class TtsTarget(Target[TtsOptions, tuple[TtsOptions, list[DeckPlan]]]):
    """The sheets and the saved object of the whole game."""

    name = "tts"
    about = "Tabletop Simulator: card sheets and a saved object with names and texts"
    options = TtsOptions
    drops_finishes = True

    def plan(self, job: Job, options: TtsOptions) -> tuple[TtsOptions, list[DeckPlan]]:
        """Return the sheets of each deck.

        Raises:
            OptionError: No card has the field that cards are called by.
        """
        check_name_field(job, options.name)
        return options, plan_decks(job, options.per_sheet, options.dpi or job.dpi)

    def write(self, job: Job, plan: tuple[TtsOptions, list[DeckPlan]], output: OutputFolder) -> str:
        options, plans = plan
        files = _write_sheets(job, options, plans, output)
        decks = [_deck_ref(options, each, files) for each in plans]
        label = file_name(job.name)
        output.write(f"{label}.json", to_json(make_saved_object(job.name, decks)))
        output.write(f"{label}.png", render_thumbnail(job, plans[0].looks[0].front))
        write_guide(output, job, "IMPORT.md", _guide(job.name, label, options, plans))
        write_manifest(output, job, self.name, _manifest(job, plans, files))
        cards, on = plural(job.game.total, "card"), plural(len(files), "sheet")
        return f"{cards} in {plural(len(plans), 'deck')} on {on}, {_describe_cells(plans)}"


def _write_sheets(
    job: Job, options: TtsOptions, plans: list[DeckPlan], output: OutputFolder
) -> dict[int, SheetFiles]:
    how = Encoding(options.format, options.quality, options.dpi or job.dpi)
    writer = SheetWriter(output, how, hashed=options.files == "hashed")
    files: dict[int, SheetFiles] = {}
    total = sum(len(each.parts) for each in plans)
    for each in plans:
        for part, written in zip(each.parts, write_pictures(job, each, writer), strict=True):
            files[part.key] = written
            job.progress("sheets", len(files), total)
    return files


def _describe_cells(plans: list[DeckPlan]) -> str:
    """`409 × 573 pixels a card`, or of several sizes the least and the largest."""
    cells = sorted({plan.grid.cell for plan in plans}, key=lambda cell: cell[0] * cell[1])
    said = [f"{width} × {height}" for width, height in cells]
    return f"{' … '.join(dict.fromkeys((said[0], said[-1])))} pixels a card"


# --- the saved object ------------------------------------------------------------------------


def _deck_ref(options: TtsOptions, plan: DeckPlan, files: Mapping[int, SheetFiles]) -> DeckRef:
    cut = find_outline(plan.looks[0].front)
    kind = find_shape(plan.deck.size, cut, rectangle=plan.rectangle)
    cells: dict[CardLook, tuple[SheetRef, int]] = {}
    for part in plan.parts:
        face, back = (options.base + _address(name, options)
                      for name in (files[part.key].face, files[part.key].back))  # fmt: skip
        grid = part.grid
        sheet = SheetRef(part.key, face, back, grid.columns, grid.rows, plan.own_backs, kind)
        cells.update((look, (sheet, index)) for index, look in enumerate(part.looks))
    cards = zip(plan.deck.cards, plan.looks, strict=True)
    refs = tuple(_card_ref(card, options.name, look, *cells[look]) for card, look in cards)
    return DeckRef(plan.deck.name, plan.deck.size, refs)


def _address(name: str, options: TtsOptions) -> str:
    return quote(name) if options.base else name


def _card_ref(card: BoundCard, field: str, look: CardLook, sheet: SheetRef, cell: int) -> CardRef:
    name = find_card_name(card, field)
    text = read_card_text(look.front)
    first, _, rest = text.partition("\n")
    described = rest if first.casefold() in (name.casefold(), smarten(name).casefold()) else text
    return CardRef(card.id, name, described, card.copies, sheet, cell)


# --- what was done ---------------------------------------------------------------------------


def _manifest(
    job: Job, plans: list[DeckPlan], files: Mapping[int, SheetFiles]
) -> dict[str, object]:
    return {
        "object": f"{file_name(job.name)}.json",
        "sheets": [
            {
                "deck": plan.deck.name,
                "key": part.key,
                "face": files[part.key].face,
                "back": files[part.key].back,
                "own_backs": plan.own_backs,
                "columns": part.grid.columns,
                "rows": part.grid.rows,
                "cell": list(part.grid.cell),
                "cells": [plan.cards_of(look) for look in part.looks],
            }
            for plan in plans
            for part in plan.parts
        ],
    }


def _guide(game: str, label: str, options: TtsOptions, plans: list[DeckPlan]) -> str:
    decks = ", ".join(f"{escape_name(plan.deck.name)} ({plan.deck.total})" for plan in plans)
    where = (
        f"The saved object asks for its pictures at `{options.base}`: put them there."
        if options.base
        else "The saved object holds bare file names so far, and the simulator needs whole "
        "addresses. Build once more with one of the two lines below."
    )
    return f"""# {escape_name(game)}: to Tabletop Simulator

Decks: {decks}. Sheets have at most {LARGEST} pixels a side.

{where}

- To try it alone, with the pictures on your own computer:
  `cardgen build -t tts:folder=C:/the/whole/path/of/this/folder`
- To play with others, put the pictures on the web first:
  `cardgen build -t tts:url=https://example.org/your/folder/`

Then

1. Copy `{label}.json` and `{label}.png` to
   `Documents/My Games/Tabletop Simulator/Saves/Saved Objects/`.
2. In the simulator: Objects → Saved Objects → {label}. The decks arrive face down.

Pictures that were loaded from your own computer can be sent to the Steam Cloud out of the
simulator (Modding → Cloud Manager → Upload All Loaded Files); others then see them too. After
that, save the object once more.

Every card has its name and its text: point at it, or search the deck. {_RENEWAL[options.files]}

Decks and cards keep their GUIDs from one build to the next, so that scripts find them again.
"""


_RENEWAL = {
    "hashed": "When a card changes, its\nsheet gets another name, so nobody sees an old one out of "
    "the simulator's cache.",
    "same": "Sheets keep their names\nwhen a card changes: put the new ones over the old, and each "
    "player empties `Tabletop Simulator/Mods/Images`\nof them, as the simulator keeps what it has "
    "loaded. A save stays as it is.",
}
