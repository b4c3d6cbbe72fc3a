"""Change the code of the core modules, and count how many changes their tests notice.

    .venv/bin/python -m benchmarks.mutants [--sample N] [--seed N] [MODULE …]

In      `SUITES`: modules, and for each the test files that are about it.
Out     `benchmarks/mutants.json`: the share of mutants killed per module, and every survivor.

A mutant is one small change: an operator or comparison replaced, a condition negated, a number
moved by one (a large one doubled), a statement removed, two arguments swapped. It is killed if a
test fails, and also if the tests take ten times as long as they should. Annotations, docstrings,
wordings and decorators are not mutated, nor what `EQUIVALENT` lists, where no test can tell the
difference.

Processes are forked, so this runs on POSIX systems only (`mutant_runs` says how). Every mutant is
tried, or with `--sample` so many a module, drawn by the seed, and then nothing is recorded.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.mutant_changes import Mutant, find_mutants
from benchmarks.mutant_runs import ROOT, find_survivors, source_path

RESULTS = ROOT / "benchmarks" / "mutants.json"
SEED = 12

_COUNTS = ("tests/rules/test_value_counts.py", "tests/rules/test_deck_counts.py")
_SHEETS = ("tests/targets/sheets/test_plans.py",)

SUITES: dict[str, tuple[str, ...]] = {
    "cardgen.text.linebreak": (
        "tests/unit/text/test_paragraphs.py",
        "tests/unit/text/test_linebreak.py",
    ),
    "cardgen.layout.text.fit": ("tests/unit/layout/test_fit.py",),
    "cardgen.targets.booklet.imposition": ("tests/targets/booklet/test_imposition.py",),
    "cardgen.core.geometry": ("tests/unit/core/test_geometry.py",),
    "cardgen.targets.sheets.grid": ("tests/targets/sheets/test_grid.py", *_SHEETS),
    "cardgen.targets.sheets.nest": _SHEETS,
    "cardgen.targets.sheets.fit": _SHEETS,
    "cardgen.render.raster.png_encode": ("tests/unit/render/test_png_encode.py",),
    "cardgen.check.rules.composition.deck_counts": _COUNTS,
    "cardgen.check.rules.composition.value_counts": _COUNTS,
    "cardgen.check.rules.composition.kind_counts": _COUNTS,
    "cardgen.check.rules.composition.field_values": _COUNTS,
    "cardgen.check.rules.composition.equal_rows": _COUNTS,
    "cardgen.check.rules.composition.card_group": _COUNTS,
    "cardgen.check.rules.composition.error_localization": _COUNTS,
    "cardgen.check.rules.composition.card_rule": ("tests/rules/test_card_rules.py",),
    "cardgen.check.rules.composition.card_rules": ("tests/rules/test_card_rules.py",),
    "cardgen.check.rules.composition.group_contents": ("tests/rules/test_card_rules.py",),
}

_OFF = "a count that is off is not off by 0"
EQUIVALENT: dict[str, dict[str, str]] = {
    "cardgen.text.linebreak": {
        "number 0.0: active = [self.begin(0, 0.0, 0, None)]  # step 1":
            "all ways to break a paragraph begin with it",
        'number 0.0: first, sums, hang, word = items[start], self.sums, 0.0, ""':
            "no line is measured that begins at the end of the paragraph",
        "compare least[state] <= node.demerits: if least[state] <= node.demerits:":
            "a line costs at least 1, so that an equal start cannot be cheaper at its end",
        "compare total < least[state]: if total < least[state]:":
            "of equal ways the first is kept below, and words below themselves make none cheaper",
        "number 1.0: weighed = 1.0":
            "every way to break a paragraph has one last line, which all pay alike",
    },
    "cardgen.targets.sheets.grid": {
        "number 0: count = 0": "a single piece that does not fit is refused afterwards, too",
        "number 0: if _may_gain(plan, columns, rows, closed[0].width):":
            "all closed places are equally wide",
    },
    "cardgen.targets.sheets.nest": {
        "swap hypot(level, upright): return hypot(level, upright) / level, upright / level":
            "the hypotenuse does not care which side is which",
    },
    "cardgen.targets.sheets.fit": {
        "number 3: round(plan.bleed, 3),": "a rounding",
        "number 3: round(outer, 3),": "a rounding",
        "boolean options.marks in ('auto', 'crop') and (not options.has_cutter_marks): "
        'cropped = options.marks in ("auto", "crop") and not options.has_cutter_marks':
            "where there are no crop marks, guides fit no better",
        "number 0: most = max(chain.from_iterable(found), default=0)":
            "where no grid fits, one piece does not",
        "swap product(counts, counts): "
        "lesser = sorted(product(counts, counts), key=prod, reverse=True)": "equal arguments",
        "compare options.overlap > OVERLAP: if options.overlap > OVERLAP:":
            "the overlap that does not fit is no remedy",
    },
    "cardgen.check.rules.composition.deck_counts": {
        'compare len(one.rows) > 1: return "the first of them" if len(one.rows) > 1 else ""':
            "where there is one row, it is to blame",
        "compare other.excess < 0: short = [other.value for other in others "
        "if other.field == one.field and other.excess < 0]": _OFF,
        "compare one.excess > 0: if swap is not None and one.excess > 0:": _OFF,
        "compare one.excess > 0: if one.excess > 0:": _OFF,
        'compare excess > 0: hint = f"remove {plural(excess, \'card\')}" if excess > 0 '
        'else f"add {plural(-excess, \'card\')}"': _OFF,
    },
    "cardgen.check.rules.composition.value_counts": {
        'compare missing > 0: edit = f"add {plural(missing, \'card\')}" if missing > 0 '
        'else f"remove {plural(-missing, \'card\')}"': _OFF,
    },
}  # fmt: skip
"""For modules the mutants that no test can tell from the module, and why."""

_LIBRARIES = ("hypothesis", "hypothesis.strategies", "jinja2", "msgspec", "numpy", "PIL.Image",
              "pikepdf", "pydantic", "pypdfium2", "pytest", "reportlab.pdfgen.canvas",
              "uharfbuzz", "yaml")  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """How a module's mutants fared."""

    module: str
    tried: int
    survivors: tuple[Mutant, ...]

    @property
    def killed(self) -> float:
        return 1 - len(self.survivors) / self.tried if self.tried else 1.0

    def as_json(self) -> dict[str, Any]:
        killed = self.tried - len(self.survivors)
        return {"tried": self.tried, "killed": killed, "survivors": [*map(str, self.survivors)]}


def try_module(module: str, *, sample: int | None, seed: int) -> Outcome:
    """Run the tests of a module on its mutants: all of them, or a sample."""
    tests, source = SUITES[module], source_path(module).read_text("utf-8")
    equivalent = EQUIVALENT.get(module, {})
    mutants = [mutant for mutant in find_mutants(source) if mutant.name not in equivalent]
    if sample is not None and sample < len(mutants):
        mutants = random.Random(f"{seed}{module}").sample(mutants, sample)
    ordered = sorted(mutants, key=lambda mutant: mutant.line)
    survivors = find_survivors(module, tests, source, ordered)
    return Outcome(module, len(mutants), tuple(survivors))


def record(outcomes: Sequence[Outcome]) -> None:
    """Write what was found of these modules into the results; of the others it stays."""
    known = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    known.update({outcome.module: outcome.as_json() for outcome in outcomes})
    kept = {module: known[module] for module in SUITES if module in known}
    RESULTS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Mutate core modules and run their tests.")
    parser.add_argument("modules", nargs="*", help="the last part of their names will do")
    parser.add_argument("--sample", type=int, help="so many mutants a module, not all")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    for library in _LIBRARIES:
        importlib.import_module(library)
    for module in SUITES:
        if options.modules and not any(module.endswith(name) for name in options.modules):
            continue
        outcome = try_module(module, sample=options.sample, seed=options.seed)
        share = f"{outcome.killed:6.1%} of {outcome.tried} killed"
        print(f"{module:55} {share}", flush=True)
        for mutant in outcome.survivors:
            print(f"    {mutant}", flush=True)
        if options.sample is None:
            record([outcome])


if __name__ == "__main__":
    main()
