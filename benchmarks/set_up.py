"""How long `make cards` takes in a fresh clone with empty caches, now and at an earlier commit.

    python -m benchmarks.set_up [--before COMMIT] [--rounds 1]

Out     `set_up` of `benchmarks/results.json`, for `tools/performance_page.py`.

Each round clones the repository for either commit into a folder of its own, where the caches of
pip, uv and cardgen are empty too. Most of the time goes by while packages come over the network:
one run says something of that day's network as well, which is why both stand beside each other.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from pathlib import Path

from benchmarks.measure import ROOT, clean_environment, run

RESULTS = ROOT / "benchmarks" / "results.json"


def measure_set_up(commit: str) -> float:
    """Seconds of `make cards` in a clone at a commit."""
    with tempfile.TemporaryDirectory(prefix="cardgen-bench-") as name:
        folder = Path(name)
        clone, environment = folder / "clone", clean_environment(folder / "cache")
        for tool in ("PIP_CACHE_DIR", "UV_CACHE_DIR"):
            environment[tool] = str(folder / tool)
        subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
        subprocess.run(["git", "checkout", "-q", commit], cwd=clone, check=True)
        return run(["make", "cards"], clone, environment).wall


def main() -> None:
    """Measure in turns, and write the best of each beside the other results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.set_up")
    parser.add_argument("--before", help="an earlier commit to compare with")
    parser.add_argument("--rounds", type=int, default=1)
    asked = parser.parse_args()
    commits = {"now": "HEAD", **({"before": asked.before} if asked.before else {})}
    taken: dict[str, list[float]] = {name: [] for name in commits}
    for _ in range(asked.rounds):
        for name, commit in commits.items():
            taken[name].append(measure_set_up(commit))
    found = {name: round(min(times), 1) for name, times in taken.items()}
    results = json.loads(RESULTS.read_text("utf-8"))
    results["set_up"] = {**results.get("set_up", {}), **found}
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(results["set_up"])


if __name__ == "__main__":
    main()
