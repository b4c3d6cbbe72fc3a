"""Make `docs/checks.md` from the catalogue of rules.

python tools/checks_page.py           write the page
python tools/checks_page.py --check   write nothing; exit code 1 if the page is stale
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from cardgen.check.engine.registry import all_rules
from cardgen.check.engine.rule import Explanation

PAGE = Path(__file__).resolve().parent.parent / "docs" / "checks.md"

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

While a game is young, `draft: yes` in game.yaml folds all codes marked *style* (what is unused,
what is not shown yet, pictures of low resolution) into one warning, [`draft-style`](#draft-style).
A build for a print service (`mpc`, `drivethru`, `pdfx4`, `gamecrafter`) tells what is about the
print all the same, and errors among it stop the build: a picture of low resolution is not ordered
by mistake. `--draft` writes it with DRAFT on each card.

Rules of your own come as a plug-in: `examples/plugins/table_manners/` is one to copy. Its codes
are explained, listed and levelled as these are.
"""


def page() -> str:
    """The whole page."""
    parts = [INTRO]
    for heading, rules in groupby(all_rules(), lambda rule: rule.heading):
        parts.append(f"## {heading}\n")
        parts += (line for rule in rules for code in rule.codes for line in _section(code))
    return "\n".join(parts)


def _section(code: Explanation) -> Iterator[str]:
    fixed = ", cannot be lowered" if code.fixed else ""
    yield f"### {code.code}\n"
    style = ", style" if code.style else ""
    yield f"*{code.level or 'off'}{fixed}{style}* · {code.sentence}\n"
    yield f"**Why.** {code.why}\n"
    yield f"**Fix.** {code.fix}\n"


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
