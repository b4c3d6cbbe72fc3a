"""The state of one game as the server serves it: data, pictures, sheets.

In      a game, calls from the server's threads.
Out     data for the page, bytes of pictures.
Not here  HTTP (`preview.server`), when to refresh (`preview.live_updates`).
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from cardgen.core.file_lines import split_lines, strip_end
from cardgen.core.findings import Finding
from cardgen.files.disk_game import DiskGame
from cardgen.files.game_files import UnreadableError
from cardgen.files.input_record import MIXED, State, is_as_recorded, is_recorded
from cardgen.preview import last_print as prints
from cardgen.preview import sheet_images
from cardgen.preview.face_images import FaceImages
from cardgen.preview.face_index import FaceIndex
from cardgen.preview.finding_outlines import FindingOutlines
from cardgen.preview.last_print import PrintedBuild
from cardgen.preview.page_state import (
    MAX_FINDINGS,
    Data,
    describe_counts,
    describe_findings,
    describe_state,
    find_difference,
)
from cardgen.preview.session import Session, Snapshot
from cardgen.preview.value_spread import describe_spread
from cardgen.preview.versions import Versions
from cardgen.prints.snapshot import PrintSnapshot, Side
from cardgen.render.raster.color_vision import KINDS

_MAX_ROW_LINES = 40
_AROUND = 3
"""Lines of a file shown above and below a place."""
_BRIEF_SECONDS = 2
"""Longer than that, a game is under way of being read again."""


class GameState:
    """The game that the preview shows. Methods may be called from several threads."""

    def __init__(
        self, game: DiskGame, printed: Path | None = None, other: PrintSnapshot | None = None
    ) -> None:
        self.game = game
        self.session = Session(game)
        self._files = DiskGame(
            game.folder, game.edition
        )  # separate: a game records what was read for its cards
        self.images = FaceImages()
        self._faces = FaceIndex()
        self.run = secrets.token_hex(8)
        """Identifies this process: after a restart, revision numbers start again."""
        self.data: Data = describe_state(Snapshot(), {}, [], []) | {"told": 0}
        """The complete state for a newly opened page; `told` numbers the last event."""
        self._sheets = sheet_images.SheetImages()
        self._printed = printed
        self._versions = Versions(other) if other is not None else None
        self._prints: tuple[PrintedBuild, ...] | None = None
        self._lock = threading.Lock()
        self._read: Mapping[Path, State] = {}
        """How the files were when the game was read last."""
        self._whole: dict[str, Mapping[Path, State]] = {}
        """How they were when each deck on show was whole."""

    # --- what changes ------------------------------------------------------------------

    def refresh(self) -> Data:
        """Read the game again and return what changed for the page."""
        with self._lock:
            try:
                state = self.session.refresh()
            finally:
                self._read = self.game.inputs.states
            self._note_whole_decks(state)
            shown, faces = state.shown, {}
            if shown is not None:
                faces = dict(self._faces.update(shown.laid))
                named = {known.key: face for face, known in faces.items()}
                self.images.take(named, shown.laid.scenes, shown.bound.pictures)
            old, new = (
                self.data,
                describe_state(state, faces, self.data["summary"], self.data["spread"]),
            )
            return self._number_news(find_difference(old, new), new)

    def has_read(self, files: Iterable[Path]) -> bool:
        """Return whether files are now as they were when the game was read last."""
        states = self._read
        return all(file in states and is_as_recorded(file, states[file]) for file in files)

    def is_current(self) -> bool:
        """Return whether all files are as they were when the game was read last. Of one that was
        saved while it was read, the system tells; and while it is read, which may take long, a
        page waits for a word."""
        if not self._lock.acquire(timeout=_BRIEF_SECONDS):
            return True
        states = self._read
        self._lock.release()
        return all(state == MIXED or is_as_recorded(file, state) for file, state in states.items())

    def is_newer(self, file: Path, data: bytes) -> bool:
        """Return whether a file of the game has other bytes than when it was read last."""
        return file in self._read and not is_recorded(data, self._read[file])

    def is_stale(self, deck: str, file: Path) -> bool:
        """Return whether a deck is frozen, and a file is not as the deck on show was read from
        it: the rows of its cards may stand elsewhere by now."""
        states = self._whole.get(deck, {})
        frozen = deck in self.session.state.frozen
        return frozen and not (file in states and is_as_recorded(file, states[file]))

    def _note_whole_decks(self, state: Snapshot) -> None:
        names = [deck.name for deck in state.shown.bound.decks] if state.shown else []
        last = {name: self._whole[name] for name in state.frozen if name in self._whole}
        self._whole = dict.fromkeys(names, self._read) | last

    def judged(self, revision: int, findings: Sequence[Finding], *, final: bool) -> Data | None:
        """Store the checks' findings; return the event, or None if the game changed since."""
        with self._lock:
            state = self.session.judged(revision, findings, final=final)
            if state.revision != revision:
                return None
            return self._number_news(describe_findings(state))

    def failed(self, error: Exception) -> Data:
        """Return an event about an internal error; the next save tries again."""
        with self._lock:
            told = f"{type(error).__name__}: {error}"
            return self._number_news({"fault": f"A fault in cardgen itself: {told}"})

    def details(self) -> Data:
        """Return the details that may arrive later: outlines of findings, and the counts."""
        with self._lock:
            state = self.session.state
            shown, found = state.shown, state.findings[:MAX_FINDINGS]
            news: Data = {"revision": state.revision, "count": len(found)}
            if shown is not None:
                news["boxes"] = FindingOutlines(shown).find_boxes(found)
                news["summary"] = describe_counts(shown)
                news["spread"] = describe_spread(shown)
            return self._number_news(news)

    def _number_news(self, news: Data, data: Data | None = None) -> Data:
        """Number an event and merge it into the state for pages that open later."""
        numbered: Data = {"told": self.data["told"] + 1}
        self.data = (self.data | news if data is None else data) | numbered
        return news | numbered

    # --- what is asked for -------------------------------------------------------------

    def source(self, file: str, line: int) -> Data | None:
        """Return the lines of a game file around `line`; None if it cannot be read."""
        try:
            text = self._read_text(file)
        except UnreadableError:
            return None
        lines = [strip_end(one) for one in split_lines(text, file)]
        first, last = self._find_row(file, line) or (max(1, line - _AROUND), line + _AROUND)
        shown = lines[first - 1 : last]
        while len(shown) > line - first + 1 and shown[-1].strip()[:1] in ("", "#"):
            shown.pop()
        return {"file": file, "first": first, "line": line, "lines": shown}

    def _read_text(self, file: str) -> str:
        """A text of the game's folder, or of its project if the game has read it."""
        is_shared = file.startswith("../") and self.game.folder / file in self._read
        return self._files.shared_text(file) if is_shared else self._files.text(file)

    def _find_row(self, file: str, line: int) -> tuple[int, int] | None:
        """Return the first and last line of the table row that holds `line`."""
        starts = sorted({c["line"] for c in self.data["cards"].values() if c["file"] == file})
        at = bisect_right(starts, line)
        if not at or line - starts[at - 1] >= _MAX_ROW_LINES:
            return None
        following = starts[at] if at < len(starts) else line + _AROUND + 1
        return starts[at - 1], min(following - 1, starts[at - 1] + _MAX_ROW_LINES)

    def sheets(self, options: Mapping[str, str]) -> Data:
        """The sheets on some paper.

        Raises:
            OptionError: an option is no option, or cards do not fit.
        """
        state = self.session.state
        if state.shown is None:
            return {"revision": 0, "sheets": []}
        made = self._sheets.describe(state.shown, state.revision, options)
        return {"revision": state.revision, **made}

    def sheet(
        self, options: Mapping[str, str], page: tuple[int, sheet_images.Side], width: int
    ) -> bytes | None:
        """A picture of one sheet.

        Raises:
            OptionError: as `sheets`.
        """
        state = self.session.state
        if state.shown is None:
            return None
        return self._sheets.png(state.shown, state.revision, options, page, width)

    def sheets_pdf(self, options: Mapping[str, str], file: str) -> bytes | None:
        """The sheets as a file to print, the first unless one is named.

        Raises:
            OptionError: as `sheets`.
        """
        state = self.session.state
        if state.shown is None:
            return None
        return self._sheets.pdf(state.shown, state.revision, options, file)

    # --- another version ---------------------------------------------------------------

    @property
    def other_version(self) -> str:
        """How the version is called that the game is compared with; "" for none."""
        return self._versions.other.label if self._versions else ""

    def compare_versions(self) -> Data | None:
        """Return what differs from the other version; None if there is none."""
        state = self.session.state
        if self._versions is None or state.shown is None:
            return None
        return self._versions.describe(state.shown, state.revision)

    def render_other_version(self, card: str, side: Side, look: str = "") -> bytes | None:
        """Return a side of a card of the other version, also with a color-vision simulation."""
        data = self._versions.png(card, side) if self._versions else None
        return self.images.simulate_png(data, look) if data and look in KINDS else data

    # --- the last print ----------------------------------------------------------------

    @property
    def prints(self) -> tuple[PrintedBuild, ...]:
        if self._prints is None:
            self.search_prints()
        return self._prints or ()

    def search_prints(self) -> None:
        self._prints = prints.find_prints(self._printed) if self._printed else ()

    def printed(self) -> Data:
        """Return the cards of earlier builds and the build of each side; without a build of
        `mpc`, the targets that were built instead."""
        found: dict[str, dict[str, int]] = {}
        for number, one in enumerate(self.prints):
            for card, sides in one.cards.items():
                found.setdefault(card, dict.fromkeys(sides, number))
        others = (
            prints.list_other_outputs(self._printed) if self._printed and not self.prints else ()
        )
        sizes = [one.size for one in self.prints]
        return {"sizes": sizes, "cards": found, "others": list(others)}

    def render_printed(self, number: int, card: str, side: str, look: str = "") -> bytes | None:
        """Return a printed picture, as printed or with a color-vision simulation."""
        known = self.prints[number : number + 1]
        file = known[0].side(card, side) if known else None
        data = prints.read_png(file) if file else None
        return self.images.simulate_png(data, look) if data and look in KINDS else data

    def compare_with_printed(self, number: int, card: str, side: str, key: str) -> Data:
        """Return whether a face would print with the same bytes as that of a card (None if
        unknown), and if not, which cards have that very front in the build."""
        known = self.prints[number : number + 1]
        made = self.images.print_png(key, known[0].pixels, known[0].dpi) if known else None
        if made is None:
            return {"same": None, "as": []}
        digest, printed = hashlib.sha256(made).hexdigest(), known[0].side(card, side)
        if printed is not None and printed.sha256 == digest:
            return {"same": True, "as": []}
        others = known[0].find_fronts(digest) if side == "front" else []
        return {"same": None if printed is None else False, "as": others}
