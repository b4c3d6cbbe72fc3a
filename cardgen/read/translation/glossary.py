"""A glossary: terms that are translated the same way throughout.

In      tables of terms, each with the words that stand for it.
Out     `Term`s with the place where each is written.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from cardgen.core.findings import Finding, Report, Span
from cardgen.files.game_files import GameFiles
from cardgen.read.kept_specs import NOT_KEPT, KeptSpecs
from cardgen.read.models.editions import TermSpec
from cardgen.read.syntax.nodes import Node, ScalarNode
from cardgen.read.tables.reading import named_table, read_rows


class Term(Struct, frozen=True):
    """A term, and the forms in which a translation may have it."""

    term: str
    translations: tuple[str, ...]
    place: Span


def read_glossary(
    files: GameFiles, paths: Iterable[ScalarNode], report: Report, specs: KeptSpecs = NOT_KEPT
) -> list[Term]:
    """Read the terms of an edition; the tables may be of any kind.

    What several rows say of a term are forms of it.
    """
    terms: dict[str, Term] = {}

    def take(node: Node) -> None:
        spec: TermSpec | None = specs.validate(node, TermSpec, report)
        if spec is not None:
            forms = [form for text in spec.translation for form in text.split(";")]
            said = tuple(form.strip() for form in forms if form.strip())
            if not said:
                message = f"“{spec.term}” has no translation in the glossary"
                hint = "write one, or remove the row"
                place = spec.place("translation")
                report.add(Finding("untranslated", message, place, "warning", hint=hint))
                return
            known = terms.setdefault(spec.term.casefold(), Term(spec.term, (), spec.span))
            forms = list(dict.fromkeys((*known.translations, *said)))
            terms[spec.term.casefold()] = replace(known, translations=tuple(forms))

    for path in paths:
        read_rows(files, named_table(path, "term"), {}, take, report)
    return list(terms.values())
