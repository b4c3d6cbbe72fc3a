"""What booklets report: their texts as they are read and bound, their pages as they print.

In      the booklets of a game, bound.
Out     findings at the place in the Markdown, or at the booklet in `game.yaml`.
Not here  reading and binding (`read.markdown_text.parser`, `bind.booklet.booklets`), pages
        (`layout.booklet.pages`), whether their text is pale (`check.rules.product.page_contrast`).

Pages are laid out here, in `cardgen check`, and by the target that writes them: a build of
cards does not pay for a booklet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from msgspec.structs import replace

from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.bind.bound_faces import BoundFace
from cardgen.cache.content_key import StandIns
from cardgen.check.engine.kept_findings import make_key
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Subject
from cardgen.check.rules.press.fine_lines import RUBY_SIZE, SMALLEST_TEXT
from cardgen.check.rules.product.kept_pages import recall_pages
from cardgen.check.rules.product.page_contrast import DPI, find_pale_text, list_runs
from cardgen.core.findings import Finding, Note
from cardgen.core.sizes import millimeters
from cardgen.layout.booklet.pages import LaidBooklet, lay_out_booklet
from cardgen.text.bidi.direction import is_rtl_language

MOST_STITCHED = 64
"""Pages that staples of an office hold: 16 sheets."""
_SLACK = 0.005


class Booklets(Rule):
    """Every booklet laid out, and its pages looked at."""

    heading = "Booklets"
    looks_at = "pages"
    codes = (
        Explanation(
            "unmirrored-booklet",
            "a booklet in a language that is written from the right begins on the left",
            "Its words run from the right, and nothing else does: signs of lists stand on the "
            "left, columns of tables go on to the right, and sheets are bound at the left edge.",
            "Write `mirror: yes` in game.yaml, or in the edition. `mirror: no` says that this is "
            "meant.",
            "warning",
        ),
        Explanation(
            "booklet-pages",
            "a booklet has more pages than staples hold",
            "Over 16 sheets of office paper a stapled booklet does not close, and its inner pages "
            "stick out at the fore-edge.",
            "Cut words, take a larger page or smaller type, divide it into two booklets, or have "
            "it bound: `targets: {booklet: {binding: none}}` writes pages only.",
            "warning",
        ),
        Explanation(
            "sell-sheet-pages",
            "a sell sheet takes more than one page",
            "What is on the second page would not be shown.",
            "Cut words, take smaller type by `styles:`, or a larger `page:`.",
        ),
    )

    def find(self, subject: Subject) -> Iterable[Finding]:
        return check_pages(subject)


def check_pages(subject: Subject) -> Iterator[Finding]:
    """Lay out every booklet and sell sheet, and look at its pages; not at those that an earlier
    run saw."""
    for booklet in (*subject.bound.booklets, *subject.bound.sell_sheets):
        look = partial(_check_pages, subject, booklet)
        yield from recall_pages(booklet, subject.kept, _make_key(subject, booklet), look)
        yield from _find_unmirrored(subject, booklet)
    for booklet in subject.bound.booklets:
        yield from _find_narrow_margins(subject, booklet)


def _check_pages(subject: Subject, booklet: BoundBooklet) -> Iterator[Finding]:
    laid = lay_out_booklet(booklet)
    yield from laid.findings
    yield from _find_too_many_pages(subject, laid)
    yield from _find_small_text(laid)
    yield from find_pale_text(subject, laid)


def _make_key(subject: Subject, booklet: BoundBooklet) -> bytes:
    """What stands for all that is found on a booklet's pages, but what their heads and feet say.
    Sets differ in their order from run to run, and say nothing of the pages; of a card in the text
    only its size counts."""
    plain = replace(booklet, head=None, foot=None, uses=frozenset(), fields={})
    settings = [line.setting if line else None for line in (booklet.head, booklet.foot)]
    grounds = [subject.laid.scenes.digest(face) for face in booklet.backgrounds]
    options = sorted(subject.spec.file.targets.get("booklet", {}).items())
    return make_key("booklet", DPI, plain, settings, grounds, options, stand_ins=_FACES)


_FACES: StandIns = {BoundFace: lambda face: face.size}


def _find_unmirrored(subject: Subject, booklet: BoundBooklet) -> Iterator[Finding]:
    language = booklet.body.language
    if is_rtl_language(language) and "mirror" not in subject.spec.file.model_fields_set:
        message = f"lists, tables and pages of a booklet in `{language}` begin on the left"
        hint = "write `mirror: yes` in game.yaml, or `mirror: no` if that is meant"
        yield Finding("unmirrored-booklet", message, booklet.span, "warning", hint=hint)


def _find_narrow_margins(subject: Subject, booklet: BoundBooklet) -> Iterator[Finding]:
    """Margins at a cut that are typed narrower than the safe zone."""
    spec, own, safe = subject.spec.file.booklets[booklet.name], booklet.margins, booklet.size.safe
    sides = (("outer", own.right), ("top", own.top), ("bottom", own.bottom))
    typed = spec.margins.model_fields_set
    narrow = [one for one in sides if one[0] in typed and one[1] < safe - _SLACK]
    if narrow:
        (side, width), *others = narrow
        message = f"the text of the booklet stands {millimeters(width):g} mm from the cut"
        hint = f"write a margin of {millimeters(safe):g} mm or more"
        notes = tuple(Note("so it does here", spec.margins.place(name)) for name, _ in others)
        place = spec.margins.place(side)
        yield Finding("text-outside-safe", message, place, "warning", hint=hint, notes=notes)


def _find_too_many_pages(subject: Subject, laid: LaidBooklet) -> Iterator[Finding]:
    options = subject.spec.file.targets.get("booklet", {})
    pages = len(laid.pages)
    if laid.booklet in subject.bound.sell_sheets:
        if pages > 1:
            message = f"the sell sheet `{laid.booklet.name}` takes {pages} pages, not one"
            hint = "cut words, or take smaller type or a larger page"
            yield Finding("sell-sheet-pages", message, laid.booklet.span, hint=hint)
        return
    if pages > MOST_STITCHED and options.get("binding") != "none":
        message = f"the booklet has {pages} pages, more than the {MOST_STITCHED} that staples hold"
        hint = "cut words, take a larger page, or divide it"
        yield Finding("booklet-pages", message, laid.booklet.span, "warning", hint=hint)


def _find_small_text(laid: LaidBooklet) -> Iterator[Finding]:
    """The smallest letters, if they are too small."""
    sizes = [
        (run.size / (RUBY_SIZE if run.ruby else 1.0), page.number)
        for page in laid.pages
        for run in list_runs(page)
    ]
    size, number = min(sizes, default=(SMALLEST_TEXT, 0))
    if size < SMALLEST_TEXT - _SLACK:
        message = f"page {number} has text of {size:.3g} pt, below {SMALLEST_TEXT:g} pt"
        hint = "make the style's `size` larger, or the page"
        yield Finding("small-text", message, laid.booklet.span, "warning", hint=hint)
