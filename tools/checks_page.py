"""Make `docs/checks.md` from the catalogue of rules.

python tools/checks_page.py           write the page
python tools/checks_page.py --check   write nothing; exit code 1 if the page is stale
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

from cardgen.check.engine.levels import can_be_silenced
from cardgen.check.engine.registry import families, sentence
from cardgen.check.engine.rule import Rule

PAGE = Path(__file__).resolve().parent.parent / "docs" / "checks.md"

HEADINGS = {
    "source_codes": "Files, names, layout and composition",
    "levels": "Levels in game.yaml",
    "value_counts": "What the decks must hold",
    "card_rules": "Rules of the composition",
    "unused": "What is there and not used",
    "consistency": "Wording over the deck",
    "quotations": "Quotations",
    "typing": "How text is set",
    "print_rules": "Ink, type and pictures in print",
    "color_vision": "Color vision",
    "print_service": "The print service",
    "boxes": "Boxes",
    "booklets": "Booklets",
}

INTRO = """\
# What `cardgen check` looks for

Made from the rules themselves by `tools/checks_page.py`; `cardgen explain CODE` says the same
on a terminal.

A finding has a code, a level and a place. **Errors** stop `cardgen build`; **warnings** do not,
unless it runs with `--strict`. Rules that are **off** have to be asked for. A game may see a
code otherwise, for all of it or for a part:

```yaml
# game.yaml
checks:
  - {code: tight-text, level: error}                        # the whole game
  - {code: loose-line, level: off, deck: motifs, reason: set ragged on purpose}
  - {code: text-overflow, level: warning, card: letters/a-red}
  - {code: missing-feature, level: off, element: title, reason: the font is to come}
```

`card` is `deck/id`, as findings show it. `element` is the `name:` of a layout element, and
speaks of all that stands in it. Of several entries that fit a finding the narrowest counts.
To switch a code off takes a `reason`. An entry that fits no finding is reported itself
([`useless-level`](#useless-level)), so that no silence outlives its fault. Codes for what is
missing or unreadable cannot be lowered: a card would be printed that nobody designed.
"""


def page() -> str:
    """The whole page."""
    parts = [INTRO, *(line for family in families() for line in _family(family))]
    return "\n".join(parts)


def _family(family: ModuleType) -> Iterator[str]:
    name = family.__name__.rpartition(".")[2]
    yield f"## {HEADINGS[name]}\n"
    for rule in getattr(family, "RULES", ()):
        yield from _rule(rule)


def _rule(rule: Rule) -> Iterator[str]:
    level = rule.level or "off"
    fixed = "" if can_be_silenced(rule.code) else ", cannot be lowered"
    yield f"### {rule.code}\n"
    yield f"*{level}{fixed}* · {sentence(rule)}\n"
    yield f"**Why.** {rule.why}\n"
    yield f"**Fix.** {rule.fix}\n"


def main(arguments: Sequence[str]) -> int:
    made = page()
    if "--check" in arguments:
        fresh = PAGE.exists() and PAGE.read_text("utf-8") == made
        if not fresh:
            sys.stdout.write(f"{PAGE.name} is stale: run `python tools/checks_page.py`\n")
        return 0 if fresh else 1
    PAGE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
