"""Translations that are missing altogether, and those that no text asks for.

In      an edition once all its texts were visited.
Out     findings.
Not here  texts one by one (`read.translation.translator`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from cardgen.core.findings import Finding
from cardgen.read.editions.edition_reader import EditionReader, list_translations
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, find
from cardgen.read.translation.messages import Message
from cardgen.read.translation.po_file import usual_file
from cardgen.read.translation.translator import Translator

ReadTexts = Callable[[str], Collection[Message]]
"""Reads the texts of an edition that are translated."""
_NO = frozenset(("no", "n", "off", "false", "f", "0"))
"""`no` as YAML may have it."""


def report_idle_translations(edition: EditionReader, read_texts: ReadTexts) -> None:
    """Report translations of texts that are not there, and texts without any.

    Args:
        edition: All its texts were visited.
        read_texts: Reads the texts of another edition of the game.
    """
    if isinstance(edition.visit, Translator):
        _report_own_sources(edition)
        if not edition.report.count("error"):
            names = _list_readers(edition, edition.visit.catalog.files)
            others = (text for name in names for text in read_texts(name))
            edition.visit.report_rest(edition.left_out, others)
    elif edition.visit is None and edition.chain:
        told = _report_untranslated(edition)
        if not (told or edition.is_translated):
            _report_idle_glossary(edition)


def _list_readers(edition: EditionReader, files: Collection[str]) -> list[str]:
    """The other editions that read one of some `.po` files."""
    read = (one for one in list_translations(edition.root, edition.files) if one.path in files)
    names = dict.fromkeys(name for one in read for name in one.editions)
    return [name for name in names if name != edition.files.edition]


def _report_untranslated(edition: EditionReader) -> bool:
    """Report an edition in another language that has no translation of any kind."""
    language = edition.language
    if not edition.is_translated or edition.columns.taken or edition.paths("translation"):
        return False
    _report_own_sources(edition)
    if not _may_be_translated(edition.merged()):
        return True
    named = (find(edition.root, "editions", name, "language") for name in reversed(edition.chain))
    place = next((node.span for node in named if node is not None), None)
    message = f"nothing is translated into `{language}`; texts are printed as the game has them"
    hint = f"`cardgen translate update` makes `{usual_file(language, edition.files)}`"
    edition.report.add(Finding("untranslated", message, place, "warning", hint=hint))
    return True


def _report_own_sources(edition: EditionReader) -> None:
    """Report files of the edition of which nothing is translated, and nothing says why."""
    for one in edition.list_idle_sources(edition.laid_over()):
        edition.report.add(one.report(edition.language))


def _may_be_translated(root: Node | None) -> bool:
    """Whether some deck or booklet does not say `translate: no`."""
    parts = (find(root, part) for part in ("decks", "booklets"))
    entries = (
        value
        for part in parts
        if isinstance(part, MappingNode)
        for _, value in part.entries.values()
    )
    said = (find(value, "translate") for value in entries)
    return any(not (isinstance(one, ScalarNode) and one.text.casefold() in _NO) for one in said)


def _report_idle_glossary(edition: EditionReader) -> None:
    """Report terms that no translation is compared with."""
    for path in edition.own(edition.chain[-1], "glossary"):
        message = "the terms of this glossary are looked for in translations, and there is none"
        hint = "the edition is in the game's own language; give it another, or take this away"
        edition.report.add(Finding("translation-term", message, path.span, "warning", hint=hint))
