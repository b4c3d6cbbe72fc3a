"""Measure cardgen: cold, warm, one edit, many cards, memory, a peer: `make bench`.

    python -m benchmarks.run [--rounds N] [--quick] [--json FILE]

Everything is measured in one run on one machine, in turns, so that what disturbs one kind of
run disturbs its neighbours too; each figure is the best of the rounds, with the median beside
it, and most are compared with the floor of the same run (`benchmarks.floor`). The load of the
machine is recorded: above one, others were at work, and times are too long.

Results go to `benchmarks/results.json`; `tools/performance_page.py` makes
`docs/performance.md` of them. `--quick` leaves out 10,000 cards and kills ten builds, not fifty.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import killing, measure, peer, ratios, rebuild, scale
from benchmarks.floor import Floor, prepare
from benchmarks.measure import ROOT, Times, cardgen
from benchmarks.rebuild import Project
from cardgen.render.workers.pool import default_count

RESULTS = ROOT / "benchmarks" / "results.json"
NOVELTY = ROOT / "card_data" / "novelty"
MANY = (500, 10_000)
_EDITS = 20
_BY_THEMSELVES = ("keystrokes", "large_edit", "pictured", "set_up")
"""Modules that write what they measure into the results."""


def main(arguments: list[str]) -> int:
    asked = _parsed(arguments)
    found: dict[str, Any] = {"machine": machine(), "rounds": asked.rounds}
    say(f"load {found['machine']['load_before']}; {asked.rounds} rounds")
    found["builds"] = builds(asked.rounds)
    say(told_builds(found["builds"]))
    found["ratios"] = ratios.measure_all(min(asked.rounds, 3))
    found["memory"] = memory()
    say(f"peak memory: {found['memory']}")
    found["peer"] = peer_found(asked.rounds)
    found["preview"] = preview_found()
    found["many"] = many(MANY[:1] if asked.quick else MANY)
    found["killing"] = killing.kill(10 if asked.quick else 50).summary()
    say(killing.told(found["killing"]))
    found["machine"]["load_after"] = load()
    warn(found["machine"])
    found = {**_kept_results(asked.json), **found}
    asked.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
    say(f"written to {asked.json}")
    return 0


def _kept_results(file: Path) -> dict[str, Any]:
    """What modules that run by themselves have measured."""
    known = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return {name: known[name] for name in _BY_THEMSELVES if name in known}


def _parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", type=Path, default=RESULTS)
    return parser.parse_args(arguments)


def say(text: str) -> None:
    print(text, flush=True)


# --- the machine ---------------------------------------------------------------------------


def machine() -> dict[str, Any]:
    return {
        "processor": _processor(),
        "cores": default_count(),
        "system": f"{platform.system()} {platform.release().partition('-')[0]}",
        "python": platform.python_version(),
        "load_before": load(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def load() -> float:
    """Processes that wanted a core, on average over the last minute."""
    return round(os.getloadavg()[0], 2)


def warn(machine: dict[str, Any]) -> None:
    if machine["load_before"] > 1:
        say(
            f"! load was {machine['load_before']} at the start: others were at work, times are long"
        )


# --- builds of Novelty ---------------------------------------------------------------------


def builds(rounds: int) -> dict[str, Any]:
    """The floor and every kind of run, in turns."""
    cores = default_count()
    kinds = rebuild.KINDS
    times = {name: Times() for name in ("floor_one_core", "floor", *kinds)}
    with (
        tempfile.TemporaryDirectory(prefix="cardgen-bench-") as name,
        Floor(prepare(NOVELTY), cores) as floor,
    ):
        project = Project(Path(name))
        for _ in range(rounds):
            times["floor_one_core"].taken.append(floor.on_one_core())
            times["floor"].taken.append(floor.over_all_cores())
            for kind, run in kinds.items():
                times[kind].add(run(project))
        seen = project.seen()
        faces = floor.faces
    summaries = {name: time.summary() for name, time in times.items()}
    least = summaries["floor"]["best"]
    ratios = {name: round(summaries[name]["best"] / least, 2) for name in ("cold", "cold_cached")}
    return {"faces": faces, "cores": cores, "times": summaries, "to_floor": ratios, **seen}


def told_builds(found: dict[str, Any]) -> str:
    rows = [
        f"{name:<16} best {time['best']:7.3f} s   median {time['median']:7.3f} s"
        + (f"   processor {time['cpu']:6.3f} s" if "cpu" in time else "")
        for name, time in found["times"].items()
    ]
    ratios = ", ".join(f"{name} {ratio} x the floor" for name, ratio in found["to_floor"].items())
    edit = found["edit"]
    return "\n".join(
        [
            *rows,
            ratios,
            f"one edit: {edit['rendered']} of {edit['of']} faces rendered; of {edit['files']} "
            f"files {edit['touched']} are new: {', '.join(edit['names'])}",
            f"sheets: {found['sheets_bytes'] / 1e6:.2f} MB",
        ]
    )


def memory() -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="cardgen-bench-") as name:
        folder = Path(name)
        environment = measure.clean_environment(folder / "cache")
        command = cardgen("build", NOVELTY, "--fresh", "-o", folder / "output")
        return measure.watch(command, folder, environment).summary()


# --- the rest ------------------------------------------------------------------------------


def peer_found(rounds: int) -> dict[str, Any]:
    if reason := peer.missing():
        say(f"nothing to compare with: {reason}")
        return {"missing": reason}
    found = peer.compare(min(rounds, 5))
    say(peer.told(found))
    return found


def preview_found() -> dict[str, Any]:
    """Milliseconds from a save to the picture in Chromium."""
    if not (importlib.util.find_spec("playwright") and shutil.which("chromium")):
        say("no preview: it takes playwright and Chromium")
        return {"missing": "Playwright or Chromium is not installed here"}
    from benchmarks import preview

    found = preview.main(_EDITS)
    return {"edits": _EDITS, **{name: round(value, 1) for name, value in found.items()}}


def many(counts: tuple[int, ...]) -> dict[str, Any]:
    found = {}
    for count in counts:
        took, peak = scale.build(count)
        each = {"wall_ms": 1000 * took.wall / count, "cpu_ms": 1000 * took.cpu / count}
        rounded = {name: round(value, 2) for name, value in each.items()}
        found[str(count)] = {"seconds": round(took.wall, 2), **rounded, **peak.summary()}
        say(f"{count} cards: {found[str(count)]}")
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
