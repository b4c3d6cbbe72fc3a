"""The kinds of runs that a designer waits for, on a copy of Novelty.

In      a project folder of its own.
Out     what each kind took, and what an edit left alone.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.measure import ROOT, Took, cardgen, clean_environment, run

_WORDS = ("light", "flame", "spark", "blaze", "gleam")
_RENDERED = re.compile(r"(\d+) of (\d+) faces rendered")


class Project:
    """Novelty with its fonts and textures, built once with the cache."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = clean_environment(folder / "converted")
        for name in ("card_data/novelty", "fonts", "textures"):
            shutil.copytree(ROOT / name, folder / name)
        self._said = ""
        self._edits = 0
        self._touched: list[str] = []
        self.run("build", "novelty")

    def run(self, *words: str | Path) -> Took:
        return run(cardgen(*words), self.folder, self.environment)

    def files(self) -> dict[str, int]:
        """Every file of the output with the time it was written."""
        output = self.folder / "output" / "novelty" / "mpc"
        return {
            file.relative_to(output).as_posix(): file.stat().st_mtime_ns
            for file in output.rglob("*")
            if file.is_file()
        }

    # --- kinds ---------------------------------------------------------------------------

    def cold(self) -> Took:
        """Nothing was ever built: no cache is read or written, the output is not there."""
        self._clear("cold", "converted")
        return self.run("build", "novelty", "--fresh", "-o", "cold")

    def cold_cached(self) -> Took:
        """The same, and what was rendered is kept for the next time."""
        self._clear("output", "converted")
        return self.run("build", "novelty")

    def warm(self) -> Took:
        took = self.run("build", "novelty")
        assert "nothing has changed" in took.said, took.said
        return took

    def edit(self) -> Took:
        """One word in one motif's quote is another, and its card is rendered."""
        before = self.files()
        table = self.folder / "card_data" / "novelty" / "motifs.yaml"
        old, new = (_WORDS[(self._edits + step) % len(_WORDS)] for step in (0, 1))
        text = table.read_text("utf-8")
        assert f"Lolita, {old} of my life" in text
        table.write_text(text.replace(f"Lolita, {old} of", f"Lolita, {new} of"), "utf-8")
        self._edits += 1
        took = self.run("build", "novelty")
        self._said = took.said
        self._touched = sorted(n for n, time in self.files().items() if before.get(n) != time)
        return took

    def version(self) -> Took:
        return self.run("--version")

    def check(self) -> Took:
        return self.run("check", "novelty")

    def sheets(self) -> Took:
        """Letter paper, both sides."""
        self._clear("sheets")
        words = ("-t", "sheets:paper=letter", "--fresh", "-o", "sheets")
        return self.run("build", "novelty", *words)

    def _clear(self, *names: str) -> None:
        for name in names:
            shutil.rmtree(self.folder / name, ignore_errors=True)

    # --- what was seen -------------------------------------------------------------------

    def seen(self) -> dict[str, Any]:
        """What the last edit rendered and touched, and how large the sheets are."""
        rendered = _RENDERED.search(self._said)
        assert rendered, self._said
        sheets = (self.folder / "sheets").rglob("*.pdf")
        return {
            "edit": {
                "rendered": int(rendered[1]),
                "of": int(rendered[2]),
                "files": len(self.files()),
                "touched": len(self._touched),
                "names": self._touched,
            },
            "sheets_bytes": sum(file.stat().st_size for file in sheets),
        }


KINDS: Mapping[str, Callable[[Project], Took]] = {
    "cold": Project.cold,
    "cold_cached": Project.cold_cached,
    "warm": Project.warm,
    "edit": Project.edit,
    "version": Project.version,
    "check": Project.check,
    "sheets": Project.sheets,
}
"""In the order in which they take turns: a build with the cache comes before what needs it."""
