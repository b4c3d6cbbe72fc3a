"""What an editor is told of the five games is so, and what it is offered can be taken.

Names, colors, counts and pictures at sampled places; faults at random, and each quick fix that is
offered for what is found then; names that are renamed. Nothing is saved.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from lsprotocol import types

from cardgen.core.findings import Finding
from cardgen.lsp import answers
from cardgen.lsp.field_uses import DECLARED
from cardgen.lsp.renaming import RenameRefused
from cardgen.lsp.specimens import paint_face, show_png
from cardgen.lsp.uses import Use
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find
from cardgen.read.syntax.yaml_tree import read_yaml
from tests.support.open_games import OpenGame

pytestmark = pytest.mark.slow

GAMES = sorted(Path("card_data").resolve().glob("*/game.yaml"))
KEYS, ROWS, SWATCHES, FAULTS, RENAMES = 60, 2, 4, 12, 3
"""How many are sampled: in each file, each table, each file, each game, each game."""
OWN_NAMES = frozenset((
    "fields", "distinct", "booklets", "boxes", "showcase", "editions", "takes", "params", "with",
    "set", "vars", "components",
))  # fmt: skip
"""Fields whose keys a designer names."""
HEADS = frozenset(("game", "layouts"))
"""Kinds of files all of whose other keys are fields; a composition's are values of cards too."""
Told = tuple[str, str, str]


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: str(game.parent.name))
def game(request: pytest.FixtureRequest) -> OpenGame:
    return OpenGame(request.param.parent)


# --- what is shown ---------------------------------------------------------------------------


def test_every_field_is_described(game: OpenGame) -> None:
    chance, silent = random.Random(20), []
    for file in game.files:
        document = game.document(file)
        if document.kind not in HEADS:
            continue
        keys = [one for one in list_keys(read_root(game, file)) if not is_own(one[1])]
        for key, path in chance.sample(keys, min(KEYS, len(keys))):
            place = game.place(file, key.span.line, key.span.column + 1)
            told = answers.hover_at(
                document, types.HoverParams(game.name(file), place), game.documents
            )
            if told is None:
                silent.append(f"{file}:{key.span.line}: {'.'.join((*path, key.text))}")
    assert silent == []


def is_own(path: Sequence[str]) -> bool:
    """Whether a designer names what stands at a place; an edition adds colors, fonts and all."""
    names = OWN_NAMES | DECLARED.keys() if path[:1] == ("editions",) else OWN_NAMES
    return bool(names & {*path[-1:]}) or path[-2:-1] == ("distinct",)


def test_a_row_shows_the_picture_of_its_card(game: OpenGame) -> None:
    chance = random.Random(20)
    for deck in game.checked.bound.decks:
        cards = [card for card in deck.cards if card.span.file in game.files]
        for card in chance.sample(cards, min(ROWS, len(cards))):
            file, line = card.span.file, card.span.line
            asked = types.HoverParams(game.name(file), game.place(file, line, 4))
            told = answers.hover_at(game.document(file), asked, game.documents)
            painted = paint_face(game.checked, card.front)
            assert told is not None
            assert painted is not None
            assert show_png(painted) in told.contents.value, card.span


def test_names_are_found_from_wherever_they_stand(game: OpenGame) -> None:
    """The definition and each reference is that name and nothing else, and where it stands is one
    of them."""
    lost = []
    for use in list_standing(game):
        document, file = game.document(use.span.file), use.span.file
        place = game.place(file, use.span.line, use.span.column + 1)
        context = types.ReferenceContext(include_declaration=True)
        every = answers.find_references(
            document, types.ReferenceParams(context, game.name(file), place), game.documents
        )
        declared = answers.find_definition(
            document, types.DefinitionParams(game.name(file), place), game.documents
        )
        texts = {game.read(one.uri, one.range).strip("'\"") for one in (every or ())}
        here = [one for one in every or () if game.read(one.uri, one.range) and one.range.start.line
                == place.line and one.uri == document.uri]  # fmt: skip
        alike = use.kind == "card" or texts == {use.typed}
        if not (declared and here and alike):
            lost.append(f"{use.span}: {use.kind} {use.name}")
    assert lost == []


def test_the_outline_has_each_name_once(game: OpenGame) -> None:
    for file in game.files:
        params = types.DocumentSymbolParams(game.name(file))
        shown = answers.list_document_symbols(game.document(file), params, game.documents)
        names = Counter((one.detail, one.name) for one in shown)
        assert [name for name, count in names.items() if count > 1] == []
        if game.document(file).kind in HEADS:
            root = read_root(game, file)
            editions = find(root, "editions")
            laid_over = editions.entries.values() if isinstance(editions, MappingNode) else ()
            declared = {
                (kind, name)
                for part in (root, *(edition for _, edition in laid_over))
                for field, kind in DECLARED.items()
                if isinstance(node := find(part, field), MappingNode)
                for name in node.entries
            }
            assert declared == {*names}


def test_beside_each_count_stands_what_the_cards_come_to(game: OpenGame) -> None:
    """The games have what their compositions ask for."""
    file = "composition.yaml"
    whole = types.Range(types.Position(0, 0), types.Position(10_000, 0))
    hints = answers.list_inlay_hints(
        game.document(file), types.InlayHintParams(game.name(file), whole), game.documents
    )
    assert hints
    lines = game.document(file).lines
    for hint in hints:
        line, column = lines.find(hint.position)
        typed = re.search(r"\d+\Z", lines[line][:column])
        assert typed is not None
        assert hint.label == f"{typed[0]} found"


def test_a_picked_color_is_the_one_that_stands_there(game: OpenGame) -> None:
    chance, known = random.Random(20), {tell(one) for one in find_errors(game)}
    for file in game.files:
        if not file.endswith(".yaml"):
            continue
        params = types.DocumentColorParams(game.name(file))
        swatches = answers.list_document_colors(game.document(file), params, game.documents)
        for swatch in chance.sample(swatches, min(SWATCHES, len(swatches))):
            color = types.Color(0x12 / 255, 0x34 / 255, chance.randrange(256) / 255, 1.0)
            asked = types.ColorPresentationParams(game.name(file), color, swatch.range)
            (shown,) = answers.present_color(game.document(file), asked, game.documents)
            game.apply({game.name(file).uri: [types.TextEdit(swatch.range, shown.label)]})
            wrong = [one for one in find_errors(game) if tell(one) not in known]
            again = answers.list_document_colors(game.document(file), params, game.documents)
            line = swatch.range.start.line
            assert color in [one.color for one in again if one.range.start.line == line]
            assert [one.message for one in wrong if one.code != "low-contrast"] == []
            game.restore([file])
    game.look()


# --- what is done ----------------------------------------------------------------------------


def test_a_fix_takes_its_finding_away_and_makes_no_other(game: OpenGame) -> None:
    chance, wrong = random.Random(20), []
    known = {tell(one) for one in game.look()}
    for _ in range(FAULTS):
        file, what = make_fault(game, chance)
        typed = game.text(file)
        before = game.look()
        fresh = [one for one in before if tell(one) not in known and one.span is not None]
        for finding in fresh[:3]:
            for action in game.actions(finding):
                game.put(file, typed)
                if action.edit is None:
                    assert action.command is not None  # it explains
                    continue
                game.apply(action.edit.changes)
                wrong += [f"{what}: {action.title}: {one}" for one in judge(
                    action, finding, before, game.look())]  # fmt: skip
                game.restore(game.files)
        game.restore(game.files)
    game.look()
    assert wrong == []


def make_fault(game: OpenGame, chance: random.Random) -> tuple[str, str]:
    """Type a slip in one of the files; gives the file and what was typed."""
    file = chance.choice(game.files)
    lines = game.saved(file).split("\n")
    number = chance.choice([n for n, line in enumerate(lines) if re.search(r"[A-Za-z]{3}", line)])
    line = lines[number]
    word = chance.choice(list(re.finditer(r"[A-Za-z][\w-]{2,}", line)))
    counts = list(re.finditer(r"(?<![\w.#])\d+(?![\w.])", line))
    if counts and chance.random() < 0.3:
        word = chance.choice(counts)
        new = str(int(word[0]) + 1)
    else:
        at = chance.randrange(len(word[0]) - 1)
        new = word[0][:at] + chance.choice(("", 2 * word[0][at])) + word[0][at + 1 :]
    lines[number] = line[: word.start()] + new + line[word.end() :]
    game.put(file, "\n".join(lines))
    return file, f"{file}:{number + 1}: {new} for {word[0]}"


def judge(
    action: types.CodeAction,
    finding: Finding,
    before: Sequence[Finding],
    after: Sequence[Finding],
) -> Iterator[str]:
    """What an action did that it should not have done."""
    places = {(*tell(one), str(one.span)) for one in after}
    if (*tell(finding), str(finding.span)) in places:
        yield f"`{finding.code}` is still there"
    lost = [one for one in before if one not in after]
    if action.title.startswith("silence") and any(one.code != finding.code for one in lost):
        yield "more is silent than was asked for"
    was = {(one.code, one.message) for one in before}
    same = (finding.code, finding.code.replace("undefined", "unknown"))
    yield from (
        f"new: {one.message}"
        for one in after
        if one.severity == "error" and (one.code, one.message) not in was and one.code not in same
    )


def test_a_renamed_name_leaves_the_findings_as_they_were(game: OpenGame) -> None:
    chance = random.Random(20)
    before = Counter(map(locate, game.look()))
    declared = [one for one in list_standing(game) if one.is_declared]
    for use in chance.sample(declared, RENAMES):
        file = use.span.file
        place = game.place(file, use.span.line, use.span.column + 1)
        asked = types.RenameParams(game.name(file), place, "zebra-fish")
        try:
            edit = answers.rename_at(game.document(file), asked, game.documents)
        except RenameRefused:  # it says where the name is worked out
            continue
        assert edit is not None
        files = game.apply(edit.changes)
        assert Counter(map(locate, game.look())) == before
        assert not any((one.kind, one.name) == (use.kind, use.name) for one in game.live.uses)
        assert any(one.typed == "zebra-fish" for one in game.live.uses if one.kind == use.kind)
        game.restore(files)
    game.look()


# --- places ----------------------------------------------------------------------------------


def tell(finding: Finding) -> Told:
    return finding.code, finding.message, finding.card


def locate(finding: Finding) -> tuple[str, str]:
    return finding.code, str(finding.span)


def find_errors(game: OpenGame) -> list[Finding]:
    return [one for one in game.look() if one.severity == "error"]


def list_standing(game: OpenGame) -> list[Use]:
    """Names that are typed in the open files."""
    return [one for one in game.live.uses if one.typed is not None and one.span.file in game.files]


def read_root(game: OpenGame, file: str) -> Node | None:
    return read_yaml(game.text(file), file)[0]


def list_keys(
    node: Node | None, path: tuple[str, ...] = ()
) -> Iterator[tuple[ScalarNode, tuple[str, ...]]]:
    """Every key below a node, with those above it."""
    if isinstance(node, MappingNode):
        for name, (key, value) in node.entries.items():
            yield key, path
            yield from list_keys(value, (*path, name))
    elif isinstance(node, SequenceNode):
        for item in node.items:
            yield from list_keys(item, path)
