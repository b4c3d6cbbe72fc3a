"""Make `docs/performance.md` from what `python -m benchmarks.run` found.

python tools/performance_page.py           write the page from benchmarks/results.json
python tools/performance_page.py --check   write nothing; exit code 1 if the page is stale
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results.json"
PAGE = ROOT / "docs" / "performance.md"
_QUIET = 1.0
"""Load up to which a machine counts as quiet."""

Found = dict[str, Any]

RUNS = {
    "cold": "`cardgen build novelty` for the first time, nothing kept (`--fresh`)",
    "cold_cached": "the same, and every face kept for the next time",
    "warm": "again, nothing changed",
    "edit": "again, one word of one card changed",
    "check": "`cardgen check novelty`, all rules, pixels too",
    "sheets": "`cardgen build novelty -t sheets:paper=letter`, both sides",
    "version": "`cardgen --version`",
}

INTRO = """\
# How fast cardgen is

Made from the output of `make bench` by `tools/performance_page.py`. Each table is of
one run on one machine, the kinds of runs in turns; tables may be of different days, on which the
machine was up to a quarter slower, so compare ratios. A time is the wall time of a whole command,
start-up included, the best of {rounds}, with the median beside it. Novelty is the game that comes
with cardgen: 216 cards at 822 × 1122 pixels, {faces} distinct faces, 432 PNGs, two PDFs.

**The floor** is those {faces} faces rasterised and encoded and nothing else: the PDF is painted,
the processes are running, and each draws the paper that many faces share once. No build can be
faster.
"""


TARGETS = """\
Where the time of targets goes, in one process on Novelty: a face of the gallery takes 4 ms, of
which PDFium has 1.3 and the PNG with a palette 2.5; as WebP it took 15, of which libwebp had 13.
Piles and boxes of the showcase are drawn by PDFium at twice their size: at their own the edges of
stacked cards come out as stripes (15 levels of difference in the mean square from four times the
size, where twice the size has 6). Cards that lie or stand by themselves (fans, hands, grids,
spreads, standing cards) are drawn once as large as the picture, as faces are: at twice the size
these five scenes took twice as long. They are farther from four times the size than twice the
size is (5 levels in the mean square for a fan, where that has 1.3); enlarged side by side, letters
and edges look alike. Shadows are turned and laid by Pillow, a lit ground is drawn in the
picture's own size, and the edges of a pile have one gradient. With every target, each face is
encoded some ten times: hardly two ask for the same pixels (with bleed at 822 × 1122 and at
825 × 1125, cut out along round corners, at trim, in sheets, in CMYK), and rasterizing, which
targets could share, is a fifth of it. Of encoding, 6 to 7 ms a face are libdeflate's at its
fastest level. What two of them do ask for alike, card sheets of virtual tables and textures in
the ink of two press files, is made once.
"""


def page(found: Found) -> str:
    """The whole page."""
    parts = [
        INTRO.format(rounds=_rounds(found["rounds"]), faces=found["builds"]["faces"]),
        _machine(found["machine"]),
        "## Builds\n",
        _builds(found["builds"]),
        *_ratios(found),
        "## Memory\n",
        _memory(found),
        *_pictured(found),
        "## Beside the usual way\n",
        _peer(found["peer"]),
        "## The live preview\n",
        _preview(found["preview"]),
        *_typing(found),
        *_set_up(found),
        "## Killed at random moments\n",
        _killing(found["killing"]),
    ]
    return "\n".join(parts)


def _rounds(count: int) -> str:
    return "one run" if count == 1 else f"{count} runs"


def _machine(machine: Found) -> str:
    before, after = machine["load_before"], machine["load_after"]
    text = (
        f"The machine: {machine['cores']} cores ({machine['processor']}), {machine['system']}, "
        f"Python {machine['python']}; load {before} at the start, {after} at the end.\n"
    )
    if before > _QUIET:
        text += (
            "\n> The machine was not quiet: others were at work on the same cores, and times are "
            "longer than they have to be.\n"
        )
    return text


def _builds(builds: Found) -> str:
    times = builds["times"]
    rows = [
        ("", "best", "median", "processor time", "× the floor"),
        ("---", "---:", "---:", "---:", "---:"),
        *(_row(name, times[name], times["floor"]) for name in RUNS),
        ("floor, over all cores", *_seconds(times["floor"]), "", "1"),
        ("floor, on one core", *_seconds(times["floor_one_core"]), "", ""),
    ]
    each = 1000 * times["floor_one_core"]["best"] / builds["faces"]
    return (
        f"{_table(rows)}\n\nOne face takes {each:.1f} ms of one core at the floor. "
        f"{_edit(builds['edit'])} "
        f"The sheets are one PDF of {builds['sheets_bytes'] / 1e6:.2f} MB.\n"
    )


_RATIOS = {
    "times": "processor time, × a cold build",
    "walls": "wall time, × a cold build",
    "seconds": "seconds",
}


def _ratios(found: Found) -> Iterator[str]:
    """What commands cost beside a cold build, if that was measured."""
    ratios = found.get("ratios")
    if ratios is None:
        return
    parts = [part for part in _RATIOS if part in ratios]
    rows = [
        ("", *(_RATIOS[part] for part in parts)),
        ("---", *("---:" for _ in parts)),
        *((name, *(f"{ratios[part][name]:.2f}" for part in parts)) for name in ratios["times"]),
    ]
    yield "## Beside a cold build\n"
    yield (
        "Whole commands on Novelty, nothing kept but where a word was edited or nothing changed, "
        "each in turn with a cold build (`python -m benchmarks.ratios`, "
        f"{_rounds(ratios['rounds'])}). Processor time is that of all processes. A check goes "
        "through the game as it is and its editions, and looks at pixels; a build does not."
        f"\n\n{_table(rows)}\n"
    )
    yield TARGETS


def _row(name: str, time: Found, floor: Found) -> tuple[str, ...]:
    ratio = f"{time['best'] / floor['best']:.2f}" if name.startswith("cold") else ""
    return (RUNS[name], *_seconds(time), f"{time['cpu']:.2f} s", ratio)


def _seconds(time: Found) -> tuple[str, str]:
    return f"{time['best']:.2f} s", f"{time['median']:.2f} s"


def _edit(edit: Found) -> str:
    names = ", ".join(f"`{name.rpartition('/')[2]}`" for name in edit["names"])
    return (
        f"After the edit {edit['rendered']} of {edit['of']} faces {_was(edit['rendered'])} "
        f"rendered; of the {edit['files']} files in the output {edit['touched']} were written anew "
        f"({names}), all others kept their times."
    )


def _was(count: int) -> str:
    return "was" if count == 1 else "were"


def _memory(found: Found) -> str:
    rows = [
        (
            "",
            "time a card",
            "processor time a card",
            "peak, shared pages once",
            "peak, as `top` adds",
        ),
        ("---", "---:", "---:", "---:", "---:"),
        ("Novelty, 216 cards", "", "", *_peak(found["memory"])),
        *(_many(count, many) for count, many in found["many"].items()),
    ]
    return (
        f"{_table(rows)}\n\nThe peaks are sums over the whole process tree, sampled from `/proc` "
        "every few milliseconds: of PSS, which counts a page that several processes share once, "
        "and of RSS, which counts it for each. The larger games are generated: no two cards alike, "
        f"text over paper.{_growth(found['many'])}{_large_edit(found)}\n"
    )


def _large_edit(found: Found) -> str:
    """What a check after an edit takes in a large game, if that was measured."""
    edit = found.get("large_edit")
    if edit is None:
        return ""
    return (
        f"\n\nAfter one edited card a check of {edit['cards']:,} cards takes {edit['many']:.1f} s "
        f"of processor time, {edit['ratio']:.1f} × that of Novelty ({edit['novelty']:.1f} s; "
        "`python -m benchmarks.large_edit`). Bound cards, layouts and findings are kept; what is "
        "done again for every card is reading its row and making the key of what it shows."
    )


def _pictured(found: Found) -> Iterator[str]:
    """What a game takes that has a picture of its own on every card, if that was measured."""
    pictured = found.get("pictured")
    if pictured is None:
        return
    names = [name for name, value in pictured.items() if isinstance(value, dict)]
    rows = [
        ("", "time a card", "processor time a card", "peak, shared pages once"),
        ("---", "---:", "---:", "---:"),
        *((f"`cardgen {name}`", *_of_a_card(pictured[name])) for name in names),
    ]
    yield "## A picture on every card\n"
    yield (
        f"{pictured['cards']} poker cards, each with a painted picture of its own in full size "
        "(a third each PNG, PNG with opacity, JPEG) under its texts, nothing kept "
        f"(`python -m benchmarks.pictured`).\n\n{_table(rows)}\n\nPixels of PNGs and JPEGs "
        "enter PDFs as they are packed; others are unpacked and packed again. Both cores look at "
        "pixels. The bytes of all pictures are in memory once, and a PDF twice as it is written: "
        "that is what the peak grows by.\n"
    )


def _of_a_card(found: Found) -> tuple[str, str, str]:
    return f"{found['wall_ms']:.0f} ms", f"{found['cpu_ms']:.0f} ms", _peak(found)[0]


def _many(count: str, many: Found) -> tuple[str, ...]:
    each = (f"{many['wall_ms']:.1f} ms", f"{many['cpu_ms']:.1f} ms")
    return (f"{int(count):,} distinct cards", *each, *_peak(many))


def _peak(found: Found) -> tuple[str, str]:
    return f"{found['pss_mb']:.0f} MB", f"{found['rss_mb']:.0f} MB"


def _growth(many: Found) -> str:
    if len(many) < 2:
        return ""
    few, much = (many[count] for count in sorted(many, key=int))
    return (
        " From the smaller to the larger, time a card is "
        f"{much['wall_ms'] / few['wall_ms']:.2f} ×, "
        f"the peak {much['pss_mb'] / few['pss_mb']:.2f} × (PSS) and "
        f"{much['rss_mb'] / few['rss_mb']:.2f} × (RSS)."
    )


def _peer(peer: Found) -> str:
    if "missing" in peer:
        return f"Not measured: {peer['missing']}.\n"
    running, whole = peer["running"], peer["commands"]
    rows = [
        ("", "cardgen", "WeasyPrint, PDFium, Pillow", "ratio"),
        ("---", "---:", "---:", "---:"),
        ("in a running process", *_pair(running["cardgen_ms"], running["peer_ms"])),
        ("the same, one core", *_pair(running["cardgen_one_core_ms"], running["peer_ms"])),
        ("whole command, imports too", *_pair(whole["cardgen_ms"], whole["peer_ms"])),
    ]
    return (
        f"{peer['cards']} fronts of Novelty, milliseconds a card, from files to PNG files: with "
        "cardgen, and as HTML laid out by WeasyPrint into a PDF, rasterised by PDFium and written "
        "by Pillow at its default compression. Same texts, fonts, texture and pixels a card.\n\n"
        f"{_table(rows)}\n\n"
        f"cardgen's PNGs are {peer['size_to_peer']:.2f} times as large as those, "
        f"and {peer['size_to_pillow']:.2f} times what Pillow makes of the very same pixels.\n"
    )


def _pair(ours: float, theirs: float) -> tuple[str, str, str]:
    return f"{ours:.1f} ms", f"{theirs:.0f} ms", f"{theirs / ours:.1f} ×"


def _preview(preview: Found) -> str:
    if "missing" in preview:
        return f"Not measured: {preview['missing']}.\n"
    return (
        f"`letters.yaml` was saved {preview['edits']} times with `cardgen preview novelty` open in "
        "Chromium. From the save to the frame that shows the new picture: "
        f"{preview['median']:.0f} ms in the median, {preview['worst']:.0f} ms at worst. Of that, "
        f"reading the game again and laying out what changed took {preview['reading again']:.0f} "
        f"ms, the browser {preview['browser']:.0f} ms.\n"
    )


def _typing(found: Found) -> Iterator[str]:
    """How soon an editor has findings, if that was measured."""
    typed = found.get("keystrokes")
    if typed is None:
        return
    yield "## In an editor\n"
    yield (
        f"In a quote of Novelty, typed letter by letter into an editor that `cardgen lsp` serves, "
        f"findings came {typed['median_ms']:.0f} ms after a keystroke in the median, "
        f"{typed['worst_ms']:.0f} ms at worst; the server waits for 60 ms of that, in case more "
        f"is typed (`python -m benchmarks.keystrokes`).{_differences(typed)}\n"
    )


def _differences(typed: Found) -> str:
    if not typed["edits"]:
        return ""
    differ = "none differed" if not typed["differ"] else f"{typed['differ']} differed"
    return (
        f" After {typed['edits']} edits in all five games its findings were held against those of "
        f"`check` from nothing: {differ}."
    )


def _set_up(found: Found) -> Iterator[str]:
    """How long the first cards take from an empty folder, if that was measured."""
    set_up = found.get("set_up")
    if set_up is None:
        return
    before = ""
    if "before" in set_up:
        before = (
            f" Before it installed what the job needs and nothing for tests, with a fast "
            f"installer, it took {set_up['before']:.0f} s on the same machine."
        )
    yield "## From nothing to cards\n"
    yield (
        f"`make cards` in a fresh clone, every cache empty, took {set_up['now']:.0f} s, most of it "
        f"the network's (`python -m benchmarks.set_up`).{before}\n"
    )


def _killing(killing: Found) -> str:
    victims = ", ".join(f"{count} × {name}" for name, count in killing["victims"].items())
    seen = ", ".join(f"{count} × {name}" for name, count in killing["found"].items())
    faults = killing["faults"]
    text = (
        f"{killing['kills']} builds of a small game and of Novelty, an edit before each, were "
        f"ended by SIGKILL at random moments ({victims}). Found at once: {seen}. After one more "
        "build the output was compared with that of a build from nothing, byte for byte, and "
        "every kept face with its checksum.\n"
    )
    if not faults:
        return f"{text}\nNothing differed.\n"
    return "\n".join([text, *(f"- {fault}" for fault in faults), ""])


def _table(rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(_lines(rows))


def _lines(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for row in rows:
        yield f"| {' | '.join(row)} |"


def main(arguments: Sequence[str]) -> int:
    made = page(json.loads(RESULTS.read_text("utf-8")))
    if "--check" in arguments:
        fresh = PAGE.exists() and PAGE.read_text("utf-8") == made
        if not fresh:
            sys.stdout.write(f"{PAGE.name} is stale: run `python tools/performance_page.py`\n")
        return 0 if fresh else 1
    PAGE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
