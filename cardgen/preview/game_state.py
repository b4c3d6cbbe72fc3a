"""All that the server shows of one game: its state as data, its pictures, its sheets.

In      a game, calls from the server's threads.
Out     data for the page, bytes of pictures.
Not here  HTTP (`preview.server`), when to look again (`preview.live_updates`).
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.core.findings import Finding
from cardgen.files.game_files import DiskGame, UnreadableError
from cardgen.preview import last_print as prints
from cardgen.preview import page_state as describe
from cardgen.preview import sheet_images as sheetview
from cardgen.preview.face_images import Darkroom
from cardgen.preview.face_index import Faces
from cardgen.preview.finding_outlines import Outlines
from cardgen.preview.last_print import Print
from cardgen.preview.page_state import Data
from cardgen.preview.session import Session, State
from cardgen.render.raster.color_vision import KINDS

_AROUND = 3
"""Lines of a file shown above and below a place."""


class Board:
    """One game on show."""

    def __init__(self, game: DiskGame, printed: Path | None = None) -> None:
        self.game = game
        self.session = Session(game)
        self._files = DiskGame(game.folder)  # apart: a game notes what was read for its cards
        self.darkroom = Darkroom()
        self._faces = Faces()
        self.run = secrets.token_hex(8)
        """Tells this program from one that is started anew, whose revisions are others."""
        self.data: Data = describe.described(State(), {}, []) | {"told": 0}
        """All that a page that opens now is told; `told` counts what was told before."""
        self._sheets = sheetview.SheetRoom()
        self._printed = printed
        self._prints: tuple[Print, ...] | None = None
        self._turn = threading.Lock()

    # --- what changes ------------------------------------------------------------------

    def refresh(self) -> Data:
        """Read the game again; gives what changed on the page."""
        with self._turn:
            state = self.session.refresh()
            shown, faces = state.shown, {}
            if shown is not None:
                faces = dict(self._faces.of(shown.laid))
                named = {known.key: face for face, known in faces.items()}
                self.darkroom.take(named, shown.laid.scenes, shown.bound.pictures)
            old, new = self.data, describe.described(state, faces, self.data["summary"])
            return self._tell(describe.change(old, new), new)

    def judged(self, revision: int, findings: Sequence[Finding], *, final: bool) -> Data | None:
        """Take the checks' findings; what to tell the page, or None if they came too late."""
        with self._turn:
            state = self.session.judged(revision, findings, final=final)
            if state.revision != revision:
                return None
            return self._tell(describe.judged(state))

    def failed(self, error: Exception) -> Data:
        """Tell of a fault in cardgen itself: the page stays, and the next save tries again."""
        with self._turn:
            told = f"{type(error).__name__}: {error}"
            return self._tell({"fault": f"A fault in cardgen itself: {told}"})

    def details(self) -> Data:
        """What may come a moment later: where on their cards findings stand, the counts."""
        with self._turn:
            state = self.session.state
            shown, found = state.shown, state.findings[: describe.MOST_FINDINGS]
            news: Data = {"revision": state.revision, "count": len(found)}
            if shown is not None:
                news["boxes"] = Outlines(shown).of(found)
                news["summary"] = describe.counted(shown)
            return self._tell(news)

    def _tell(self, news: Data, data: Data | None = None) -> Data:
        """Number the news, and keep it for pages that open later."""
        numbered: Data = {"told": self.data["told"] + 1}
        self.data = (self.data | news if data is None else data) | numbered
        return news | numbered

    # --- what is asked for -------------------------------------------------------------

    def source(self, file: str, line: int) -> Data | None:
        """A few lines of a file of the game; None if it is none."""
        try:
            lines = self._files.text(file).splitlines()
        except UnreadableError:
            return None
        first = max(1, line - _AROUND)
        shown = lines[first - 1 : line + _AROUND]
        return {"file": file, "first": first, "line": line, "lines": shown}

    def sheets(self, options: Mapping[str, str]) -> Data:
        """The sheets on some paper.

        Raises:
            OptionError: an option is no option, or cards do not fit.
        """
        state = self.session.state
        if state.shown is None:
            return {"revision": 0, "sheets": []}
        made = self._sheets.described(state.shown, state.revision, options)
        return {"revision": state.revision, "sheets": made}

    def sheet(
        self, options: Mapping[str, str], page: tuple[int, sheetview.Side], width: int
    ) -> bytes | None:
        """A picture of one sheet.

        Raises:
            OptionError: as `sheets`.
        """
        state = self.session.state
        if state.shown is None:
            return None
        return self._sheets.png(state.shown, state.revision, options, page, width)

    # --- the last print ----------------------------------------------------------------

    @property
    def prints(self) -> tuple[Print, ...]:
        if self._prints is None:
            self.look_for_prints()
        return self._prints or ()

    def look_for_prints(self) -> None:
        self._prints = prints.find_prints(self._printed) if self._printed else ()

    def printed(self) -> Data:
        """The cards of earlier builds, and in which of them each side is; without any such
        build, what there is instead."""
        found: dict[str, dict[str, int]] = {}
        for number, one in enumerate(self.prints):
            for card, sides in one.cards.items():
                found.setdefault(card, dict.fromkeys(sides, number))
        others = prints.other_outputs(self._printed) if self._printed and not self.prints else ()
        sizes = [one.size for one in self.prints]
        return {"sizes": sizes, "cards": found, "others": list(others)}

    def printed_png(self, number: int, card: str, side: str, look: str = "") -> bytes | None:
        """What was printed, as it was, or as other eyes see it."""
        known = self.prints[number : number + 1]
        file = known[0].side(card, side) if known else None
        data = prints.png_of(file) if file else None
        return self.darkroom.seen(data, look) if data and look in KINDS else data

    def same_as_printed(self, number: int, card: str, side: str, key: str) -> bool | None:
        """Whether a face would be printed just as it was; None if there is no telling."""
        known = self.prints[number : number + 1]
        file = known[0].side(card, side) if known else None
        if file is None:
            return None
        made = self.darkroom.print_png(key, known[0].pixels, known[0].dpi)
        return None if made is None else hashlib.sha256(made).hexdigest() == file.sha256
