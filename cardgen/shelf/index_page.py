"""`output/index.html`: all games of a project on one page.

In      games as they are built, or found unchanged, or fail.
Out     a page of one file, which links to what was written for each game.
Not here  building (`pipeline`), printing (`cli`).

Entries are kept in the user's cache, so that an unchanged game is neither read nor rendered again.
Each carries the hash of its content: a harmed one is made again, with what the build found.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardgen.cache.project_cache import project_cache
from cardgen.cache.sealed_bytes import seal_bytes, unseal_bytes
from cardgen.core.findings import Report
from cardgen.files.atomic_write import write_atomically
from cardgen.files.disk_game import DiskGame
from cardgen.files.output_folder import UnwritableError
from cardgen.files.regular_files import read_regular
from cardgen.pipeline.build_record import BuildResult
from cardgen.pipeline.build_request import BuildRequest
from cardgen.pipeline.checked_game import Checked
from cardgen.pipeline.inspection import lay_out_game
from cardgen.shelf.game_entry import (
    GameEntry,
    count_findings,
    describe_game,
    make_failed_entry,
    read_entry,
)
from cardgen.shelf.output_links import find_gallery, list_outputs
from cardgen.targets.gallery.shapes import TileShape, write_styles
from cardgen.targets.shared.web_page import package_folder, render_page

PAGE = "index.html"
_MARK = b'<meta name="generator" content="cardgen shelf">'
"""Marks a page that cardgen wrote."""
_MAX_PAGE_BYTES = 100_000_000


class ShelfPage:
    """The games of one build, in order."""

    def __init__(self, output: Path) -> None:
        self.output = output
        self._entries: dict[str, GameEntry] = {}

    def place(
        self, game: DiskGame, result: BuildResult, report: Report, request: BuildRequest
    ) -> None:
        """Put a game on the shelf that was built just now, or has not changed since.

        Args:
            game: Its files.
            result: What its build did.
            report: What its build found, or the one before if nothing has changed.
            request: What was asked of the build.
        """
        built = result.written is not None
        if result.unchanged:
            self._load(game, result.fingerprint, report, request)
        elif result.checked is None:
            self.fail(game, count_findings(report))
        else:
            self._place(game, result.checked, report, result.fingerprint if built else "")

    def _place(self, game: DiskGame, checked: Checked, report: Report, build: str) -> None:
        """Show a game; `build` names the build under which this is remembered, if any."""
        entry = describe_game(game.name, checked, report, built=bool(build))
        self._entries[game.name] = entry
        if build:
            _save_entry(_cache_file(game, build), entry)

    def _load(self, game: DiskGame, build: str, report: Report, request: BuildRequest) -> None:
        """Show a game as it was at an earlier build; laid out again, if that is not kept."""
        kept = _load_entry(_cache_file(game, build))
        if kept is not None:
            self._entries[game.name] = kept
            return
        checked = lay_out_game(game, Report(), settings=request.settings, draft=request.draft)
        if checked is None:
            self.fail(game, count_findings(report))
        else:
            self._place(game, checked, report, build)

    def fail(self, game: DiskGame, why: str) -> None:
        """Add a game that could not be read."""
        self._entries[game.name] = make_failed_entry(game.name, why)

    def entry(self, game: DiskGame) -> GameEntry:
        """What is shown of a game."""
        return self._entries[game.name]

    def add(self, entry: GameEntry) -> None:
        """Show a game as another page shows it."""
        self._entries[entry.folder] = entry

    def write(self) -> Path:
        """Write the page, whole or not at all.

        Raises:
            UnwritableError: it cannot be written, or another's page is in its place.
        """
        page = self.output / PAGE
        try:
            if os.path.lexists(page) and not _is_own_page(page):
                raise UnwritableError(
                    f"cannot write to {page}: cardgen did not write it; move it elsewhere"
                )
            write_atomically(page, self.html())
        except OSError as error:
            raise UnwritableError(f"cannot write to {page}: {error.strerror}") from None
        return page

    def html(self) -> bytes:
        """The page's bytes."""
        shapes = list(dict.fromkeys(e.shape for e in self._entries.values() if e.shape))
        return render_page(
            package_folder("shelf/page"),
            own_style=write_styles(shapes),
            games=list(self._describe_entries(shapes)),
            shapes=[(n, shape) for n, shape in enumerate(shapes) if shape.path],
        )

    def _describe_entries(self, shapes: list[TileShape]) -> Iterator[dict[str, Any]]:
        for entry in self._entries.values():
            made = list_outputs(self.output, entry.folder)
            yield {
                "entry": entry,
                "made": made,
                "gallery": find_gallery(made),
                "shape": shapes.index(entry.shape) if entry.shape else 0,
            }


def _is_own_page(page: Path) -> bool:
    """Return whether the page is a regular file that cardgen wrote."""
    try:
        return not page.is_symlink() and _MARK in read_regular(page, _MAX_PAGE_BYTES)[:4000]
    except OSError:
        return False


def _cache_file(game: DiskGame, stamp: str) -> Path:
    return project_cache(game.project) / "shelf" / f"{stamp}.json"


def _load_entry(file: Path) -> GameEntry | None:
    """A kept entry; None if there is none, or it is harmed."""
    try:
        kept = unseal_bytes(read_regular(file, _MAX_PAGE_BYTES))
        return read_entry(json.loads(bytes(kept or b"null")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _save_entry(file: Path, entry: GameEntry) -> None:
    """Keep an entry; skipped where the cache cannot be written."""
    try:
        write_atomically(file, seal_bytes(json.dumps(entry.to_data()).encode("utf-8")))
    except OSError:
        return
