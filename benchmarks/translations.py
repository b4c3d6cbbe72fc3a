"""Random edits of a whole game's translations and sources: none passes in silence or loses words.

    python -m benchmarks.translations [--count 300] [--seed 21] [--record]

Out     one line an edit that went wrong, and a summary; exit code 1 if any did. `--record` writes
        `benchmarks/translations.json`.

A copy of Leftovers is edited: a placeholder, a number, emphasis, a mark in one of its `.po` files,
a word of a source, or the file's own form. Each edit must be found at the lines of its entry; an
update after it must keep every translation; and polib, `msgfmt --check` where it is installed, and
we must agree on what is a `.po` file.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import polib
from msgspec import Struct

from cardgen.core.findings import Finding, Report
from cardgen.files.disk_game import DiskGame
from cardgen.read.game import read_game
from cardgen.translation.catalog_update import update_catalog
from cardgen.translation.source_texts import SourceComments, collect_texts

ROOT = Path(__file__).resolve().parent.parent
RECORD = Path(__file__).with_suffix(".json")
GAME = "leftovers"
LANGUAGES = ("de", "he")
_WORD = re.compile(r"(?<![\w{\"'#/.-])[A-Za-z]{5,}(?![\w}\"'(/.:=-])")
_HEADER = 12

Edit = Callable[[polib.POEntry, random.Random], None]


class Outcome(Struct, frozen=True):
    """What was done, and what went wrong."""

    what: str
    where: str
    fault: str = ""


# --- edits of an entry ---------------------------------------------------------------------------


def drop_placeholder(entry: polib.POEntry, _: random.Random) -> None:
    entry.msgstr = re.sub(r"\{\{.*?\}\}|\{[a-z-]+\}", "", entry.msgstr, count=1)


def change_number(entry: polib.POEntry, chance: random.Random) -> None:
    plain = re.sub(r"\{\{.*?\}\}", lambda found: "\0" * len(found[0]), entry.msgstr)
    found = re.search(r"\d+", plain)
    if found:
        other = str(int(found[0]) + chance.randint(1, 9))
        entry.msgstr = entry.msgstr[: found.start()] + other + entry.msgstr[found.end() :]


def drop_emphasis(entry: polib.POEntry, _: random.Random) -> None:
    entry.msgstr = entry.msgstr.replace("*", "")


def empty(entry: polib.POEntry, _: random.Random) -> None:
    entry.msgstr = ""


def mark_fuzzy(entry: polib.POEntry, _: random.Random) -> None:
    entry.flags.append("fuzzy")


def change_source_words(entry: polib.POEntry, chance: random.Random) -> None:
    at = chance.randrange(len(entry.msgid))
    entry.msgid = f"{entry.msgid[:at]}x{entry.msgid[at:]}"


EDITS: tuple[Edit, ...] = (
    drop_placeholder, change_number, drop_emphasis, empty, mark_fuzzy, change_source_words,
)  # fmt: skip


# --- edits of the file itself --------------------------------------------------------------------


def break_form(lines: list[str], at: int, chance: random.Random) -> str:
    """Break a line of an entry so that it is no `.po` any more; what was done."""
    match chance.randrange(3):
        case 0:
            lines[at] = lines[at][:-1]
            return "quote at the end lost"
        case 1:
            lines[at] = lines[at].replace('"', "", 1)
            return "quote at the start lost"
        case _:
            lines.insert(at, "<<<<<<< HEAD")
            return "merge left open"


# --- trying --------------------------------------------------------------------------------------


class Bench:
    """A copy of the game, and its translations as they are."""

    def __init__(self, folder: Path, chance: random.Random, msgfmt: str | None) -> None:
        self.folder = folder / "card_data" / GAME
        shutil.copytree(ROOT / "card_data" / GAME, self.folder)
        (folder / "fonts").symlink_to(ROOT / "fonts")
        self.chance, self.msgfmt = chance, msgfmt
        self.texts = {name: self.po(name).read_text("utf-8") for name in LANGUAGES}

    def po(self, language: str) -> Path:
        return self.folder / "translations" / f"{language}.po"

    def findings(self, language: str) -> tuple[Finding, ...]:
        report = Report()
        read_game(DiskGame(self.folder, language), report)
        return report.findings

    def updated(self, language: str) -> polib.POFile:
        """The file as `cardgen translate update` makes it, but for the room of texts."""
        game, report = DiskGame(self.folder), Report()
        texts = collect_texts(game, (language,), report)
        assert not report.count("error"), report.findings
        old = polib.pofile(str(self.po(language)))
        return update_catalog(old, texts, SourceComments(game))

    def try_one(self) -> Outcome | None:
        """Do something, judge it, and undo it; None if nothing came of it."""
        language = self.chance.choice(LANGUAGES)
        kind = self.chance.choice((self.edit_entry, self.edit_source, self.edit_form))
        try:
            return kind(language)
        finally:
            self.po(language).write_text(self.texts[language], "utf-8")

    def edit_entry(self, language: str) -> Outcome | None:
        catalog = polib.pofile(str(self.po(language)), wrapwidth=78)
        edit, index = self.chance.choice(EDITS), self.chance.randrange(len(catalog))
        before = str(catalog)
        edit(catalog[index], self.chance)
        if str(catalog) == before:
            return None
        self.po(language).write_text(str(catalog), "utf-8")
        lines = lines_of_entry(str(catalog), index)
        there = [f for f in self.findings(language) if f.span and f.span.file.endswith(".po")]
        fault = "" if any(f.span and f.span.line in lines for f in there) else "not found"
        fault = fault or self.accepted(language, wanted=True)
        return Outcome(
            edit.__name__, f"{language}: {catalog[index].msgid[:40]}", fault or self.kept(language)
        )

    def kept(self, language: str) -> str:
        """What an update loses."""
        before = Counter(e.msgstr for e in polib.pofile(str(self.po(language))) if e.msgstr)
        made = self.updated(language)
        lost = before.keys() - {entry.msgstr for entry in made}
        again = polib.pofile(str(made), wrapwidth=78)
        changed = str(again) != str(made)
        return f"lost {lost}" if lost else "polib reads it otherwise" if changed else ""

    def edit_source(self, language: str) -> Outcome | None:
        """Change a word of the game: an update marks its entry, and undoing it brings it back."""
        catalog = polib.pofile(str(self.po(language)))
        entry = self.chance.choice(list(catalog))
        name, number = self.chance.choice(entry.occurrences)
        path = self.folder / name
        text = path.read_text("utf-8")
        lines = text.split("\n")
        at = int(number) - 1
        words = [
            m for m in _WORD.finditer(lines[at]) if m[0] in re.sub(r"\{.*?\}", "", entry.msgid)
        ]
        if not words:
            return None
        word = self.chance.choice(words)
        lines[at] = f"{lines[at][: word.start()]}{word[0]}x{lines[at][word.end() :]}"
        path.write_text("\n".join(lines), "utf-8")
        try:
            fault = self.judge_source(language, entry)
        finally:
            path.write_text(text, "utf-8")
        back = {(e.msgctxt, e.msgid): (e.msgstr, e.fuzzy) for e in self.updated(language)}
        if not fault and back.get((entry.msgctxt, entry.msgid)) != (entry.msgstr, False):
            fault = "did not come back"
        return Outcome("source", f"{language}: {name}:{number} {word[0]}", fault)

    def judge_source(self, language: str, entry: polib.POEntry) -> str:
        found = self.findings(language)
        if not any(f.code in ("untranslated", "stale-translation") for f in found):
            return "" if self.is_shared(language, entry) else "not found"
        made = self.updated(language)
        self.po(language).write_text(str(made), "utf-8")
        return "" if entry.msgstr in {one.msgstr for one in made} else "lost"

    def is_shared(self, language: str, entry: polib.POEntry) -> bool:
        """Whether the word was no part of the text after all: a key, a comment."""
        made = self.updated(language)
        return any(
            (e.msgctxt, e.msgid) == (entry.msgctxt, entry.msgid) and not e.obsolete for e in made
        )

    def edit_form(self, language: str) -> Outcome:
        lines = self.texts[language].splitlines()
        at = self.chance.choice(
            [i for i, s in enumerate(lines) if s.startswith("msg") and i > _HEADER]
        )
        what = break_form(lines, at, self.chance)
        self.po(language).write_text("\n".join(lines) + "\n", "utf-8")
        codes = {f.code for f in self.findings(language) if f.severity == "error"}
        fault = "" if "bad-translation-file" in codes else "read in silence"
        return Outcome(what, f"{language}:{at + 1}", fault or self.accepted(language, wanted=False))

    def accepted(self, language: str, *, wanted: bool) -> str:
        """Whether `msgfmt` says otherwise than we of the form of a file."""
        if self.msgfmt is None:
            return ""
        command = [self.msgfmt, "--check-format", "--check-header", "-o", "/dev/null"]
        run = subprocess.run([*command, str(self.po(language))], capture_output=True, check=False)
        said = "accepts" if run.returncode == 0 else "refuses"
        return "" if (run.returncode == 0) is wanted else f"msgfmt {said} it"


def lines_of_entry(text: str, index: int) -> range:
    """The lines of an entry of a file, the header not counted."""
    blocks = text.split("\n\n")
    start = sum(block.count("\n") + 2 for block in blocks[: index + 1])
    return range(start + 1, start + blocks[index + 1].count("\n") + 2)


def try_edits(count: int, seed: int, msgfmt: str | None = None) -> Iterator[Outcome]:
    """Edit so many times, each from the game as it is; `msgfmt` is that program, if it is asked."""
    with tempfile.TemporaryDirectory() as folder:
        bench, made = Bench(Path(folder), random.Random(seed), msgfmt), 0
        while made < count:
            outcome = bench.try_one()
            if outcome is not None:
                made += 1
                yield outcome


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--record", action="store_true")
    asked = parser.parse_args(arguments)
    found: Counter[str] = Counter()
    faults = []
    msgfmt = shutil.which("msgfmt")
    for outcome in try_edits(asked.count, asked.seed, msgfmt):
        found[outcome.what] += 1
        if outcome.fault:
            faults.append(outcome)
            print(f"{outcome.what}: {outcome.where}: {outcome.fault}", flush=True)
    told = {
        "game": GAME, "seed": asked.seed, "edits": dict(sorted(found.items())),
        "msgfmt": msgfmt is not None, "faults": len(faults),
    }  # fmt: skip
    print(json.dumps(told))
    if asked.record:
        RECORD.write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
