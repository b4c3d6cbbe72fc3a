"""`output/index.html`: all games of a project on one page.

In      games as they are built, or found unchanged, or fail.
Out     a page of one file, which links to what was written for each game.
Not here  building (`build`), saying so (`cli`).

What a game shows is kept in the user's cache, so that a game that has not changed is neither
read nor rendered for it. Where that is lost, the game is looked at again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardgen.cache.project_cache import project_cache
from cardgen.core.findings import Report
from cardgen.files.atomic_write import write_atomically
from cardgen.files.game_files import DiskGame
from cardgen.files.output_folder import UnwritableError
from cardgen.files.regular_files import read_regular
from cardgen.pipeline.build_record import BuildResult
from cardgen.pipeline.inspection import Checked, inspect_game
from cardgen.shelf.game_entry import Entry, entry_of, entry_of_data, faulty, found_in
from cardgen.shelf.output_links import gallery_of, made_of
from cardgen.targets.gallery.shapes import Shape, style_of
from cardgen.targets.shared.web_page import package_folder, render_page

PAGE = "index.html"
_MARK = b'<meta name="generator" content="cardgen shelf">'
"""What tells our page from another's."""
_MOST_BYTES = 100_000_000


class Shelf:
    """The games of one build, in order."""

    def __init__(self, output: Path) -> None:
        self.output = output
        self._entries: dict[str, Entry] = {}

    def place(self, game: DiskGame, result: BuildResult, report: Report) -> None:
        """Put a game on the shelf that was built just now, or has not changed since."""
        built = result.written is not None
        if result.unchanged:
            self._keep(game, result.fingerprint)
        elif result.checked is None:
            self.fail(game, found_in(report))
        else:
            self._place(game, result.checked, report, result.fingerprint if built else "")

    def _place(self, game: DiskGame, checked: Checked, report: Report, build: str) -> None:
        """Show a game; `build` names the build under which this is remembered, if any."""
        entry = entry_of(game.name, checked, report, built=bool(build))
        self._entries[game.name] = entry
        if build:
            _keep(_kept_file(game, build), entry)

    def _keep(self, game: DiskGame, build: str) -> None:
        """Show a game as it was at an earlier build."""
        try:
            kept = json.loads(_kept_file(game, build).read_text("utf-8"))
            self._entries[game.name] = entry_of_data(kept)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            report = Report()
            checked = inspect_game(game, report)
            if checked is None:
                self.fail(game, found_in(report))
            else:
                self._place(game, checked, report, build)

    def fail(self, game: DiskGame, why: str) -> None:
        """A game that could not be built, and of which no more is known."""
        self._entries[game.name] = faulty(game.name, why)

    def write(self) -> Path:
        """Write the page, whole or not at all.

        Raises:
            UnwritableError: it cannot be written, or another's page is in its place.
        """
        page = self.output / PAGE
        try:
            if os.path.lexists(page) and not _is_ours(page):
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
            own_style=style_of(shapes),
            games=list(self._shown(shapes)),
            shapes=[(n, shape) for n, shape in enumerate(shapes) if shape.path],
        )

    def _shown(self, shapes: list[Shape]) -> Iterator[dict[str, Any]]:
        for entry in self._entries.values():
            made = made_of(self.output, entry.folder)
            yield {
                "entry": entry,
                "made": made,
                "gallery": gallery_of(made),
                "shape": shapes.index(entry.shape) if entry.shape else 0,
            }


def _is_ours(page: Path) -> bool:
    """Whether a page that stands there is one that cardgen wrote, and no link to one."""
    try:
        return not page.is_symlink() and _MARK in read_regular(page, _MOST_BYTES)[:4000]
    except OSError:
        return False


def _kept_file(game: DiskGame, stamp: str) -> Path:
    return project_cache(game.project) / "shelf" / f"{stamp}.json"


def _keep(file: Path, entry: Entry) -> None:
    """Where nothing can be written, nothing is kept."""
    try:
        write_atomically(file, json.dumps(entry.as_data()).encode("utf-8"))
    except OSError:
        return
