"""Words beside numbers in the game's own language: `plural(n, …)` with as many forms as it has.

In      the roots of `game.yaml` and of the layouts, the texts of booklets.
Out     findings. What says that it is in another language has the forms of that one; translations
        are held to the same (`read.translation.translator`).
"""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.core.findings import Finding, Report
from cardgen.expressions.printed_words import count_plural_forms
from cardgen.expressions.syntax import locate_word
from cardgen.read.syntax.nodes import Node, ScalarNode
from cardgen.read.translation.fixed_texts import visit_game, visit_layouts
from cardgen.read.translation.po_file import base_language
from cardgen.read.translation.translated_markdown import visit_markdown

_CALL = "plural("
_TWO_FORMS = frozenset({"en", "de", "nl", "sv", "da", "nb", "fi"})
"""Languages that need no look into Unicode's rules, which take a while to import."""


def report_own_plurals(
    root: Node | None,
    layouts: Node | None,
    booklets: Mapping[str, str],
    language: str,
    report: Report,
) -> None:
    """Report texts whose `plural` has two forms, where the language has more.

    Args:
        root: The root of `game.yaml`.
        layouts: That of the layouts.
        booklets: The texts of booklets, by file.
        language: What they are written in.
        report: Takes the findings.
    """
    if base_language(language) in _TWO_FORMS:
        return

    def judge(text: ScalarNode, context: str, owner: str) -> ScalarNode:
        del context, owner
        if _CALL in text.text and 2 in count_plural_forms(text.text):
            _report_two(text, language, report)
        return text

    visit_game(root, judge)
    visit_layouts(layouts, judge, lambda said: base_language(said) != base_language(language))
    for file, text in booklets.items():
        if _CALL in text:
            visit_markdown(text, file, judge)


def _report_two(text: ScalarNode, language: str, report: Report) -> None:
    from cardgen.expressions.language_functions import list_whole_forms

    own = list_whole_forms(language)
    if len(own) > 2:
        message = f"`plural` has 2 forms, and `{language}` has {len(own)}"
        hint = f"write `plural(n, …)` with {', '.join(own)}"
        place = text.part(*locate_word(text.text, "plural"))
        report.add(Finding("translation-plural", message, place, "warning", hint=hint))
