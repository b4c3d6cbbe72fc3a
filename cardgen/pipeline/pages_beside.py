"""Booklets and some cards that are looked at in a copy of this process, while it looks at cards.

In      a game that is bound, what earlier processes kept; its editions.
Out     what there is to know of the pages of each, added to what is kept.

Pages and cards wait for nothing but the binding, and not for each other. The copy lays out and
judges some of the cards (`pipeline.cards_beside`), then runs the rules that look at pages, and
sends what they keep; here they find it known, as after an edit that leaves all that as it is. It
goes on with the booklets of editions, most of whose texts it has just set. No copy is made where
most faces are known, nor for a few cards without a booklet: of 182 cards alone the check takes
nine tenths of the time, of 40 as long as in one process (processor time on two cores, in turns).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any, Literal

from msgspec import Struct

from cardgen.bind.bound_faces import BoundFace
from cardgen.bind.game.binding import begin_binding
from cardgen.bind.game.bound_game import BoundGame
from cardgen.cache.disk_store import MAX_IN_MEMORY
from cardgen.cache.result_store import ResultStore
from cardgen.check.engine.registry import list_page_rules
from cardgen.check.engine.subject import Subject
from cardgen.core.findings import Report
from cardgen.core.forked_call import ForkedCalls, can_fork
from cardgen.files.game_files import GameFiles
from cardgen.layout.face.kept_layouts import KeptLayouts
from cardgen.layout.face.layouter import Layouter
from cardgen.pipeline.cards_beside import CardsBeside, take_cards
from cardgen.pipeline.edition_halves import list_first_editions
from cardgen.pipeline.phase_cache import PhaseCache
from cardgen.read.game import NO_SETTINGS, GameSpec, read_game

_FEW = 8
"""New faces that take less time than a copy of the process."""
_MANY_ALONE = 40
"""Cards that a copy takes half of though there are no booklets: of fewer it gains nothing."""
_MANY_PIXELS = 10_000_000
"""Pixels of pictures to be unpacked that take longer than a copy of the process."""
_Stage = tuple[Literal["layouts", "cards", "pages"], str]
"""What the copy looks at, and in which edition: layouts and then faults of cards, or booklets."""
_Planned = tuple[_Stage, Callable[[], dict[bytes, Any]]]


class BookletGame(Struct, frozen=True):
    """A game whose booklets are looked at."""

    game: GameFiles
    spec: GameSpec
    bound: BoundGame
    kept: KeptLayouts
    cache: PhaseCache | None = None
    """What the editions of the game share."""
    settings: Mapping[str, str] = NO_SETTINGS


class PagesBeside:
    """Booklets and cards under way in a copy of this process; none, where that would not help."""

    def __init__(self, *, editions: bool = False) -> None:
        """Begin nothing yet; `close` must be called.

        Args:
            editions: Whether the editions of the game will be checked after it: those that
                `list_first_editions` gives in this process.
        """
        self._editions = editions
        self._calls: ForkedCalls[dict[bytes, Any]] | None = None
        self._waiting: deque[_Stage] = deque()
        self.faces: frozenset[BoundFace] = frozenset()
        """Of the cards that the copy lays out."""

    def is_under_way(self, edition: str) -> bool:
        """Whether the copy looks at the pages of an edition."""
        return ("pages", edition) in self._waiting

    def looks_at_cards(self, edition: str) -> bool:
        """Whether the copy is not through with the cards of an edition."""
        under_way = ("cards", edition) in self._waiting
        return under_way and self._calls is not None and not self._calls.is_ready()

    def begin(self, one: BookletGame) -> None:
        """Begin to look at a game, if most of it is new and there is enough for a copy to do."""
        if self._waiting or not can_fork() or not _has_enough(one.bound) or not _is_new(one):
            return
        self.close()
        list_page_rules()  # what is imported here need not be imported twice
        plan = [*self._plan_cards(one), *self._plan_pages(one)]
        self._calls = ForkedCalls([call for _, call in plan], dict[bytes, Any], forks=True)
        self._waiting.extend(stage for stage, _ in plan)

    def _plan_cards(self, one: BookletGame) -> Iterator[_Planned]:
        part = take_cards(one.bound)
        if part is not None:
            cards = CardsBeside(one.game, one.spec, part, one.kept)
            self.faces = cards.faces
            yield ("layouts", one.game.edition), cards.lay_out
            yield ("cards", one.game.edition), cards.judge

    def _plan_pages(self, one: BookletGame) -> Iterator[_Planned]:
        yield ("pages", one.game.edition), partial(_look_at_pages, one)
        if self._editions and one.cache is not None and one.bound.has_booklets:
            for name in list_first_editions(tuple(one.spec.file.editions)):
                yield ("pages", name), partial(_look_at_edition, one, name)

    def collect_layouts(self, edition: str, results: ResultStore) -> None:
        """Wait for the layouts of cards, and add what is known of them."""
        self._collect(("layouts", edition), results)

    def collect_cards(self, edition: str, results: ResultStore) -> None:
        """Wait for what rules keep of these cards, and add it."""
        self._collect(("cards", edition), results)

    def collect(self, edition: str, results: ResultStore) -> None:
        """Wait for what is known of an edition's pages, and add it."""
        self._collect(("pages", edition), results)

    def _collect(self, stage: _Stage, results: ResultStore) -> None:
        """Add what is known when the copy is through with a stage, and with those before."""
        if self._calls is None or stage not in self._waiting:
            return
        passed: _Stage | None = None
        while passed != stage:
            passed = self._waiting.popleft()
            for key, result in self._calls.next_result().items():
                results.put(key, result)

    def close(self) -> None:
        """End what nobody wants any more."""
        self._waiting.clear()
        if self._calls is not None:
            self._calls.close()


def _has_enough(bound: BoundGame) -> bool:
    """Whether there are booklets, or enough cards of which a copy takes half."""
    cards = sum(len(deck.cards) for deck in bound.decks)
    least = _FEW if bound.pictures.pixels > _MANY_PIXELS else _MANY_ALONE
    return bound.has_booklets or least <= cards <= MAX_IN_MEMORY


def _is_new(one: BookletGame) -> bool:
    """Whether most of the first faces were not laid out earlier."""
    faces = islice(dict.fromkeys(one.bound.faces), 2 * _FEW + 1)
    return sum(not _is_known(one.kept, face) for face in faces) > _FEW


def _is_known(kept: KeptLayouts, face: BoundFace) -> bool:
    return kept.recall(kept.make_key(face, ())) is not None


def _look_at_pages(one: BookletGame) -> dict[bytes, Any]:
    """What rules keep of the pages. Only the booklets' own faces are laid out."""
    layouter, results = Layouter(Report(), None, one.kept), one.kept.results
    layouter.add(_list_own_faces(one.bound))
    subject = Subject(one.game, one.spec, one.bound, layouter.finish(), results)
    for rule in list_page_rules():
        for _ in rule.find(subject):
            continue
    return {} if one.bound.pictures.is_out_of_date else results.take_added()


def _list_own_faces(bound: BoundGame) -> Iterator[BoundFace]:
    for booklet in (*bound.booklets, *bound.sell_sheets):
        yield from booklet.faces


def _look_at_edition(own: BookletGame, name: str) -> dict[bytes, Any]:
    """What rules keep of the pages of an edition; nothing, if it has errors."""
    game, found, cache = own.game.in_edition(name), Report(), own.cache
    assert cache is not None
    cache.end(own.game, own.spec)
    game.begin_record(cache.begin())
    spec = read_game(game, found, own.settings)
    if spec is None:
        return {}
    cache.suit(spec)
    own.kept.results.starts.update(spec.starts)
    binding = begin_binding(spec, game, found, cache.bound, results=own.kept.results)
    for _ in binding.decks():
        continue
    bound = binding.finish()
    kept = KeptLayouts(own.kept.results)
    return {} if found.count("error") else _look_at_pages(BookletGame(game, spec, bound, kept))
