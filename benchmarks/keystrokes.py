"""What the language server tells after each keystroke: as `check` does, and how soon.

    python -m benchmarks.keystrokes [--count 300] [--timed 20] [--seed 20]

Out     one line an edit after which findings differ, the milliseconds in Novelty, and `keystrokes`
        of `benchmarks/results.json`; exit code 1 if any differed.

One server has the games open, edits come as they are typed and are never saved. After each the
findings, those of editions too, are held against those of `cardgen check` over a copy of the game
with that text in it and nothing kept. Times are of a quote of Novelty that is typed letter by
letter, from the keystroke to the findings in the file, the server's own pause of 60 ms included.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.edits import Playground, edit_line
from tests.support.editor import Editor

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results.json"
Told = set[tuple[str, str, int]]
"""Findings by file, code and line."""
_PATIENCE = 120.0
"""Seconds until findings must come."""
_TABLE, _BEFORE, _TYPED = "motifs.yaml", "light of my life", "and of all my evenings, "


def type_edits(folder: Path, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Type edits, each in one game, and tell what was found other than by a check."""
    chance = random.Random(seed)
    games = sorted(file.parent.name for file in (ROOT / "card_data").glob("*/game.yaml"))
    ground, copy = Playground(folder / "typed", games), Playground(folder / "copy", games)
    editor = Editor(ground.folder, folder / "cache")
    for number in range(count):
        game = games[number % len(games)]
        file = chance.choice(ground.files(game))
        name, text = file.relative_to(ground.folder), file.read_text("utf-8")
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        lines[at : at + 1] = edit_line(lines[at], chance)
        editor.open(file)
        editor.settle(_PATIENCE)
        editor.type(file, "\n".join(lines))
        (copy.folder / name).write_text("\n".join(lines), "utf-8")
        told, found = list_told(editor, game), list_found(copy, game)
        (copy.folder / name).write_text(text, "utf-8")
        editor.type(file, text)
        editor.settle(_PATIENCE)
        yield f"{name}:{at + 1}", describe_difference(told, found)
    editor.close()


def wait_for_findings(editor: Editor, file: Path, patience: float) -> bool:
    """Wait for the next findings in a file; whether any came."""
    end = time.monotonic() + patience
    while True:
        try:
            uri, found = editor._diagnostics.get(timeout=max(0.01, end - time.monotonic()))
        except queue.Empty:
            return False
        editor.found[uri] = found
        if uri == file.as_uri():
            return True


def list_told(editor: Editor, game: str) -> Told:
    """What the server says of a game once it has looked at all editions."""
    return {
        (Path(uri.removeprefix("file://")).name, one["code"], one["range"]["start"]["line"] + 1)
        for uri, found in editor.finish(_PATIENCE).items()
        if f"/{game}/" in uri
        for one in found
    }


def describe_difference(told: Told, found: Told) -> str:
    """What only one of the two says; "" if they are the same."""
    return "; ".join(
        f"{who} alone: {', '.join(map(str, sorted(alone)))}"
        for who, alone in (("lsp", told - found), ("check", found - told))
        if alone
    )


def load_findings(run: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """The findings of a check; a run that has no findings to say is told as one."""
    try:
        found: list[dict[str, Any]] = json.loads(run.stdout)
    except json.JSONDecodeError:
        found = [{"file": None, "code": f"exit code {run.returncode}: {run.stderr}", "line": None}]
    return found


def list_found(copy: Playground, game: str) -> Told:
    """What a check with nothing kept finds."""
    shutil.rmtree(copy.folder / "fresh", ignore_errors=True)
    env = {**os.environ, "CARDGEN_CACHE": str(copy.folder / "fresh")}
    command = [sys.executable, "-m", "cardgen", "check", game, "--all", "--format", "json"]
    run = subprocess.run(
        command, cwd=copy.folder, env=env, capture_output=True, text=True, check=False
    )
    return {
        (Path(one["file"] or "game.yaml").name, one["code"], one["line"] or 1)
        for one in load_findings(run)
    }


def time_keystrokes(folder: Path, count: int) -> list[float]:
    """Milliseconds from a keystroke in Novelty's table to the findings that it makes."""
    ground = Playground(folder, ["novelty"])
    editor = Editor(ground.folder, folder / "cache")
    file = folder / "card_data" / "novelty" / _TABLE
    text = file.read_text("utf-8")
    assert _BEFORE in text
    editor.open(file)
    editor.finish(_PATIENCE)
    taken = []
    for end in range(1, count + 1):
        typed = (_TYPED * (end // len(_TYPED) + 1))[:end]
        begun = time.perf_counter()
        editor.type(file, text.replace(_BEFORE, f"{_BEFORE} {typed}", 1))
        wait_for_findings(editor, file, _PATIENCE)
        taken.append(1000 * (time.perf_counter() - begun))
        editor.settle(_PATIENCE)
    editor.close()
    return taken


def main() -> None:
    """Type what is asked for, and keep what came of it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.keystrokes")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--timed", type=int, default=20)
    parser.add_argument("--seed", type=int, default=20)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        taken = time_keystrokes(Path(folder) / "timed", asked.timed)
        edits = []
        for what, differs in type_edits(Path(folder) / "edits", asked.count, asked.seed):
            edits.append((what, differs))
            if differs:
                print(f"{what}: {differs}", flush=True)
    wrong = [what for what, differs in edits if differs]
    found = {
        "edits": len(edits),
        "differ": len(wrong),
        "median_ms": round(statistics.median(taken)),
        "worst_ms": round(max(taken)),
    }
    results = json.loads(RESULTS.read_text("utf-8"))
    RESULTS.write_text(
        json.dumps({**results, "keystrokes": found}, indent=1, ensure_ascii=False) + "\n", "utf-8"
    )
    print(found)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
