"""A game's files as one of its editions has them.

In      trees of YAML and rows, as the game has them; the edition's own files.
Out     the same trees and rows with what the edition changes.
Not here  reading the game's files (`read.game`), which edition is meant (`GameFiles.edition`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.core.findings import Finding, Report, Span
from cardgen.files.game_files import GameFiles, UnreadableError
from cardgen.read.editions.merging import (
    compose,
    edition_chain,
    edition_names,
    keep_decks,
    merge_game,
    merge_layouts,
    scalars,
)
from cardgen.read.editions.own_texts import (
    OwnSource,
    leave_untranslated,
    list_own_layouts,
    list_own_sources,
    list_own_texts,
)
from cardgen.read.kept_specs import NOT_KEPT, KeptSpecs
from cardgen.read.layout_files import read_layout_files
from cardgen.read.models.game_file import GameFile
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, find
from cardgen.read.tables.language_columns import LanguageColumns
from cardgen.read.tables.values import Value
from cardgen.read.translation.card_texts import Cards, printed_constants
from cardgen.read.translation.fixed_texts import visit_constants, visit_game, visit_layouts
from cardgen.read.translation.glossary import read_glossary
from cardgen.read.translation.longest import EDITION as LONGEST
from cardgen.read.translation.longest import LongestTranslator
from cardgen.read.translation.messages import Collector, Visit
from cardgen.read.translation.own_plurals import report_own_plurals
from cardgen.read.translation.po_file import (
    base_language,
    check_languages,
    read_catalog,
    usual_file,
)
from cardgen.read.translation.pseudo import EDITION as PSEUDO
from cardgen.read.translation.translated_markdown import MarkdownText, visit_markdown
from cardgen.read.translation.translator import PseudoTranslator, Translator
from cardgen.text.languages import spell_language

ReadTree = Callable[[ScalarNode], Node | None]
"""Reads a YAML file that an edition names."""


class EditionReader(Struct, frozen=True):
    """An edition while its game is read; one without `chain` changes nothing."""

    files: GameFiles
    report: Report
    root: Node | None
    """The root of `game.yaml` without the edition."""
    read_tree: ReadTree
    chain: tuple[str, ...] = ()
    """The names of the editions that are laid over the game, one over the other."""
    visit: Visit | None = None
    """Given every text that is translated."""

    columns: LanguageColumns = field(default_factory=LanguageColumns)
    """Columns in other languages."""
    specs: KeptSpecs = NOT_KEPT

    def paths(self, key: str) -> list[ScalarNode]:
        """The files that the edition names under a key of its own."""
        return [one for name in self.chain for one in self.own(name, key)]

    def own(self, name: str, key: str) -> list[ScalarNode]:
        return scalars(find(self.root, "editions", name, key))

    @property
    def language(self) -> str:
        """What the edition is written in."""
        return _language(find(self.laid_over(), "language")) or "en"

    @property
    def own_language(self) -> str:
        """What the game is written in."""
        return _language(find(self.root, "language")) or "en"

    @property
    def left_out(self) -> frozenset[str]:
        """Names of decks that the edition has not; one that is left out may have come back."""
        names = {one.text for one in self.paths("without")}
        before, after = find(self.root, "decks"), find(self.laid_over(), "decks") if names else None
        known = before.entries.keys() if isinstance(before, MappingNode) else set()
        kept = after.entries.keys() if isinstance(after, MappingNode) else set()
        return frozenset(names & known - kept)

    def game(self) -> Node | None:
        """The root of `game.yaml`."""
        merged, visit = self.merged(), self.visit_of_game()
        return merged if visit is None else visit_game(merged, visit)

    def visit_of_game(self) -> Visit | None:
        """What is given the texts of `game.yaml`, but for those of the edition itself."""
        visit = self.visit
        own = list_own_texts(self.root, self.chain) if visit is not None else ()
        if visit is None or not own:
            return visit

        def visit_others(text: ScalarNode, context: str, note: str) -> ScalarNode:
            return text if text.span in own else visit(text, context, note)

        return visit_others

    def constants(
        self, file: GameFile, layouts: Node | None, cards: Cards, constants: Mapping[str, Value]
    ) -> Mapping[str, Value]:
        """The constants of the game, those that are printed in the edition's language.

        Args:
            file: The game.
            layouts: The root of its layouts, before it is translated.
            cards: Its cards.
            constants: Its constants; what was set anew is left as it is.
        """
        visit = self.visit_of_game()
        if visit is None or not any(isinstance(value, str) for value in file.vars.values()):
            return constants
        printed = printed_constants(file, layouts, self.booklet_texts(file), cards)
        names = (name for name in printed if isinstance(file.vars[name], str))
        words = visit_constants(file.node, names, visit)
        kept = {n: v for n, v in words.items() if constants[n] == file.vars[n]}
        return {**constants, **kept}

    def merged(self) -> Node | None:
        """The root of `game.yaml` before it is translated; of files of its own that nothing is
        translated of, nothing is asked for."""
        laid_over = self.laid_over()
        return leave_untranslated(laid_over, self.list_idle_sources(laid_over))

    def list_idle_sources(self, laid_over: Node | None) -> list[OwnSource]:
        """The decks and booklets that may be in the edition's language as they are."""
        own = list_own_texts(self.root, self.chain)
        if not (own and self.is_translated) or isinstance(self.visit, Collector):
            return []
        sources = list_own_sources(self.root, laid_over, own)
        if isinstance(self.visit, Translator):
            done = {one.message.context for one in self.visit.catalog.entries.values() if one.text}
            return [one for one in sources if not any(map(one.owns, done))]
        return [] if self.paths("translation") else sources

    def laid_over(self) -> Node | None:
        """The root of `game.yaml` with all that the edition says."""
        if not self.chain or not isinstance(self.root, MappingNode):
            return self.root
        return merge_game(self.root, self.chain, self.report)

    def layouts(self, root: Node | None) -> tuple[Node | None, frozenset[str]]:
        """The root of the layouts; the files that are laid over them, and those they include."""
        files: frozenset[str] = frozenset()
        for path in self.paths("layouts"):
            above, read = self._read_layouts(path)
            files |= read
            if isinstance(root, MappingNode) and above is not None:
                root = merge_layouts(root, above)
        return root, files

    def _read_layouts(self, path: ScalarNode) -> tuple[MappingNode | None, frozenset[str]]:
        hint = "write `styles:`, `pieces:` or `layouts:`"

        def read_own(_path: str, _place: Span | None) -> Node | None:
            return self.read_mapping(path, hint)

        root, files = read_layout_files([(path.text, path.span)], self.files, read_own, self.report)
        return (root if isinstance(root, MappingNode) else None), files

    def composition(self, root: Node | None) -> Node | None:
        """The root of the composition."""
        for path in self.paths("composition"):
            above = self.read_mapping(path, "write the name of a deck, then what it must hold")
            if above is not None:
                root = compose(root, above) if isinstance(root, MappingNode) else above
        if isinstance(root, MappingNode) and self.left_out:
            root = keep_decks(root, self.left_out)
        return root

    def read_mapping(self, path: ScalarNode, hint: str) -> MappingNode | None:
        """A file that is laid over another; None, and a finding, if it is none of that kind."""
        above = self.read_tree(path)
        if above is None or isinstance(above, MappingNode):
            return above
        self.report.add(Finding("wrong-type", "expected a mapping", above.span, hint=hint))
        return None

    def translated_layouts(self, root: Node | None) -> Node | None:
        """The root of the layouts with its texts translated."""
        if self.visit is None:
            return root
        return visit_layouts(root, self.visit, self.is_own if self.is_translated else None)

    def is_own(self, language: str) -> bool:
        """Whether that is the language of the edition."""
        return base_language(language) == base_language(self.language)

    @property
    def is_translated(self) -> bool:
        """Whether the edition is in another language than the game."""
        return base_language(self.language) != base_language(self.own_language)

    def booklets(self, file: GameFile) -> dict[str, MarkdownText]:
        """The texts of booklets, if they are translated."""
        found: dict[str, MarkdownText] = {}
        wanted = [booklet for booklet in file.booklets.values() if booklet.translate]
        for booklet in wanted if self.visit is not None else ():
            with suppress(UnreadableError):  # reported where the booklet is bound
                text = self.files.text(booklet.text)
                assert self.visit is not None
                found[booklet.text] = visit_markdown(text, booklet.text, self.visit)
        return found

    def text_tables(self) -> list[ScalarNode]:
        """The tables of texts among the translations; not where texts are collected."""
        if self.visit is not None and not isinstance(self.visit, Translator):
            return []
        return [path for path in self.paths("translation") if not path.text.endswith(".po")]

    def booklet_texts(self, file: GameFile) -> list[str]:
        return [self.booklet_text(booklet.text) for booklet in file.booklets.values()]

    def booklet_text(self, path: str) -> str:
        """The text of a booklet; "" where it cannot be read: that is told where it is bound."""
        try:
            return self.files.text(path)
        except UnreadableError:
            return ""

    def report_plurals(
        self, root: Node | None, layouts: Node | None, file: GameFile | None
    ) -> None:
        """Report words beside numbers that lack forms of the game's own language, where they are
        printed."""
        languages = {self.language, self.own_language, *_list_deck_languages(file)}
        if file is None or self.visit is not None or len(languages) > 1:
            return
        texts = {one.text: self.booklet_text(one.text) for one in file.booklets.values()}
        report_own_plurals(root, layouts, texts, self.language, self.report)


def open_edition(
    files: GameFiles,
    root: Node | None,
    read_tree: ReadTree,
    report: Report,
    visit: Visit | None = None,
    specs: KeptSpecs = NOT_KEPT,
) -> EditionReader | None:
    """The edition that is meant; None, and a finding, if the game has none of that name.

    Args:
        files: The game's files, which say which edition.
        root: The root of `game.yaml`.
        read_tree: Reads a YAML file that an edition names.
        report: Takes the findings.
        visit: Given all texts in the place of a translation.
        specs: What earlier processes validated.
    """
    name = files.edition
    languages = list_languages(root)
    if not name:
        columns = LanguageColumns(languages)
        return EditionReader(files, report, root, read_tree, visit=visit, columns=columns)
    if name == PSEUDO and name not in edition_names(root):
        return EditionReader(files, report, root, read_tree, visit=visit or PseudoTranslator())
    if name == LONGEST and name not in edition_names(root):
        return EditionReader(
            files, report, root, read_tree, visit=visit or _open_longest(files, root, report)
        )
    chain = edition_chain(root, name, report)
    if chain is None:
        return None
    plain = EditionReader(files, report, root, read_tree, chain, specs=specs)
    printed = plain.language if plain.language != plain.own_language else ""
    plain = replace(plain, columns=LanguageColumns(languages, printed))
    return replace(plain, visit=visit or _open_translation(plain))


def _open_longest(files: GameFiles, root: Node | None, report: Report) -> Visit:
    """All translations that are set in the game's own fonts."""
    catalogs = []
    for file in list_translations(root, files):
        own = any(
            find(root, "editions", name, "fonts") is not None
            for edition in file.editions
            for name in edition_chain(root, edition, Report()) or ()
        )
        if not own and files.exists(file.path):
            place = ScalarNode(Span(file.path, 1, 1, 2), file.path, plain=True)
            catalogs.append(read_catalog(files, [place], report))
    return LongestTranslator(catalogs)


def _open_translation(edition: EditionReader) -> Visit | None:
    """The edition's translation, if it has one."""
    language, paths = edition.language, edition.paths("translation")
    if not paths and language != edition.own_language:
        usual = usual_file(language, edition.files)
        place = find(edition.root, "editions", edition.chain[-1])
        if edition.files.exists(usual) and place is not None:
            paths = [ScalarNode(place.span, usual, plain=True)]
    paths = [path for path in paths if path.text.endswith(".po")]
    if not paths:
        return None
    catalog = read_catalog(edition.files, paths, edition.report)
    check_languages(catalog, edition.files, language, edition.report)
    paths = edition.paths("glossary")
    terms = read_glossary(edition.files, paths, edition.report, edition.specs)
    layouts = list_own_layouts(edition.root, edition.chain)
    return Translator(catalog, language, edition.report, terms, layouts)


class TranslationFile(Struct, frozen=True):
    """A `.po` file of a game: its language, and the editions that print it."""

    path: str
    language: str
    editions: tuple[str, ...]


def editions_by_language(root: Node | None, files: GameFiles) -> Mapping[str, str]:
    """The first edition of each language; "" is the game as it is."""
    own = _language(find(root, "language")) or "en"
    found = {own: ""}
    for name in edition_names(root):
        chain = edition_chain(root, name, Report()) or ()
        language = EditionReader(files, Report(), root, lambda _: None, chain).language
        found.setdefault(language or own, name)
    return found


def _list_deck_languages(file: GameFile | None) -> set[str]:
    return {deck.language for deck in file.decks.values() if deck.language} if file else set()


def list_languages(root: Node | None) -> frozenset[str]:
    """The languages of a game's editions that are not its own."""
    own = _language(find(root, "language")) or "en"
    named = (_language(find(root, "editions", name, "language")) for name in edition_names(root))
    return frozenset(named) - {"", own}


def list_translations(root: Node | None, files: GameFiles) -> tuple[TranslationFile, ...]:
    """The `.po` files of all editions, whether they are there yet or not."""
    found: dict[str, TranslationFile] = {}
    for name in edition_names(root):
        chain = edition_chain(root, name, Report()) or ()
        edition = EditionReader(files, Report(), root, lambda _: None, chain)
        paths = [path.text for path in edition.paths("translation") if path.text.endswith(".po")]
        if not paths and not edition.paths("translation"):
            other = edition.language != edition.own_language
            paths = [usual_file(edition.language, files)] if other else []
        for path in paths:
            before = found.get(path)
            editions = (*(before.editions if before else ()), name)
            found[path] = TranslationFile(path, edition.language, editions)
    return tuple(found.values())


def _language(node: Node | None) -> str:
    return spell_language(node.text) if isinstance(node, ScalarNode) else ""
