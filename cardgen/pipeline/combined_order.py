"""One order of several games, or of several decks: what of each size goes into one parcel.

In      games that were checked, what to fill blanks with.
Out     one `Job` of them all, for the target `mpc`; what one order saves over several.

Decks keep their names behind their game's, so that files, manifest and guide say whose they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.bound_faces import BoundCard, BoundDeck, BoundFace
from cardgen.bind.game.bound_game import BoundGame
from cardgen.bind.pictures import PictureStore
from cardgen.core.findings import did_you_mean
from cardgen.core.sizes import Size, find_bracket
from cardgen.pipeline.checked_game import Checked
from cardgen.read.models.game_file import OrderSpec
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, Progress


class CombinedOrderError(ValueError):
    """The games cannot be ordered together; the message is one clear sentence."""


class Ordered(Struct, frozen=True):
    """A game that is to be ordered, and how it is called in the order."""

    label: str
    checked: Checked


class Saving(Struct, frozen=True):
    """What one order of a size holds, beside an order a game; None: brackets are not published."""

    size: Size
    cards: int
    bracket: int | None
    parts: tuple[tuple[str, int, int | None], ...]
    """Each game's cards of this size, and the bracket of an order of its own."""

    @property
    def blanks(self) -> int | None:
        return None if self.bracket is None else self.bracket - self.cards

    @property
    def blanks_apart(self) -> int | None:
        """Blanks of all orders together, if each game were ordered by itself."""
        if any(sold is None for _, _, sold in self.parts):
            return None
        return sum((sold or 0) - cards for _, cards, sold in self.parts)


class CombinedScenes(Mapping[BoundFace, Scene]):
    """The scenes of several games: faces that are equal may still be set in other sizes, because
    a deck's texts share one; so each is looked up where its deck belongs."""

    def __init__(self, scenes: Mapping[str, Mapping[BoundFace, Scene]]) -> None:
        self._scenes = scenes

    def __getitem__(self, face: BoundFace) -> Scene:
        return self._scenes[face.deck][face]

    def __iter__(self) -> Iterator[BoundFace]:
        for scenes in {id(each): each for each in self._scenes.values()}.values():
            yield from scenes

    def __len__(self) -> int:
        return sum(1 for _ in self)


def combine(games: Sequence[Ordered], dpi: float, progress: Progress) -> Job:
    """Return one job of several games.

    Raises:
        CombinedOrderError: they ask for different stocks, finishes or foil, a game has no
            size that another has, or two decks have one name.
    """
    spec = _common_spec(games)
    _check_sizes(games)
    decks: list[BoundDeck] = []
    scenes: dict[str, Mapping[BoundFace, Scene]] = {}
    pictures = PictureStore()
    for game in games:
        bound = game.checked.bound.printed()
        pictures.include(bound.pictures)
        for deck in bound.decks:
            named = _named(deck, f"{game.label} {deck.name}")
            if named.name in scenes:
                raise CombinedOrderError(f"two decks would be called `{named.name}`; rename one")
            decks.append(named)
            scenes[named.name] = game.checked.laid.scenes
    first = games[0].checked
    title = " + ".join(game.label for game in games)
    file = first.spec.file.model_copy(update={"game": title, "order": spec})
    whole = BoundGame(replace(first.spec, file=file), tuple(decks), pictures)
    return Job(whole, CombinedScenes(scenes), dpi, progress)


def _check_sizes(games: Sequence[Ordered]) -> None:
    """Refuse a game that shares no size with another: one order has cards of one size."""
    sizes = [{deck.size.name for deck in game.checked.bound.printed().decks} for game in games]
    for place, own in enumerate(sizes):
        others = set[str]().union(*sizes[:place], *sizes[place + 1 :])
        if others and not own & others:
            names = ", ".join(f"`{name}`" for name in sorted(own))
            known = ", ".join(f"`{name}`" for name in sorted(others))
            raise CombinedOrderError(
                f"one order has cards of one size, but {games[place].label} has {names} and the "
                f"others have {known}; order them apart, or set `size:` of the decks alike"
            )


def _common_spec(games: Sequence[Ordered]) -> OrderSpec:
    """What to order: one order has one stock, one finish, and foil on all or on none."""
    first = games[0]
    spec: OrderSpec = first.checked.spec.file.order
    for game in games[1:]:
        other = game.checked.spec.file.order
        for name in ("stock", "finish", "foil"):
            one, two = getattr(spec, name), getattr(other, name)
            if one != two:
                raise CombinedOrderError(
                    f"one order has one {name}, but {first.label} asks for `{one}` and "
                    f"{game.label} for `{two}`; set `order: {{{name}: …}}` alike, or order them "
                    "apart"
                )
    return spec


def _named(deck: BoundDeck, name: str) -> BoundDeck:
    """The deck under another name, and all that belongs to it."""
    faces: dict[int, BoundFace] = {}

    def renamed(face: BoundFace) -> BoundFace:
        if id(face) not in faces:
            faces[id(face)] = replace(face, deck=name)
        return faces[id(face)]

    cards = tuple(
        replace(
            card,
            deck=name,
            front=renamed(card.front),
            back=renamed(card.back) if card.back else None,
        )
        for card in deck.cards
    )
    return replace(deck, name=name, cards=cards)


# --- blanks ----------------------------------------------------------------------------------


def fill_blanks(job: Job, wanted: Sequence[str]) -> Job:
    """Return the job with blanks of each size filled with chosen cards, in turns.

    Args:
        job: The combined job.
        wanted: Cards by name, `deck/id`, as decks are called in the order or in their game.

    Raises:
        CombinedOrderError: there is no such card, or several.
    """
    if not wanted:
        return job
    chosen = [find_card(job, name) for name in wanted]
    more: dict[tuple[str, str], int] = {}
    for size, cards in _sizes(job.game.decks).items():
        own = [card for card in chosen if card.front.size == size]
        sold = find_bracket(size, cards)
        for number in range((sold - cards) if sold and own else 0):
            card = own[number % len(own)]
            name = (card.deck, card.id)
            more[name] = more.get(name, 0) + 1
    decks = tuple(
        replace(
            deck,
            cards=tuple(
                replace(card, copies=card.copies + more.get((card.deck, card.id), 0))
                for card in deck.cards
            ),
        )
        for deck in job.game.decks
    )
    return replace(job, game=replace(job.game, decks=decks))


def find_card(job: Job, name: str) -> BoundCard:
    """Return the card of that name.

    Raises:
        CombinedOrderError: there is none, or there are several.
    """
    deck, slash, id_ = name.rpartition("/")
    cards = [card for each in job.game.decks for card in each.cards]
    found = [
        card
        for card in cards
        if card.id == id_ and (not slash or f" {card.deck}".endswith(f" {deck}"))
    ]
    if len(found) == 1:
        return found[0]
    if found:
        listed = ", ".join(f"`{card.deck}/{card.id}`" for card in found)
        raise CombinedOrderError(f"--fill: which `{name}`? There is {listed}")
    known = [f"{card.deck}/{card.id}" if slash else card.id for card in cards]
    hint = did_you_mean(name, known, what="card")
    raise CombinedOrderError(f"--fill: there is no card `{name}`; {hint}")


def _sizes(decks: Sequence[BoundDeck]) -> dict[Size, int]:
    """How many cards of each size that is sold are printed."""
    found: dict[Size, int] = {}
    for deck in decks:
        if deck.size.product:
            found[deck.size] = found.get(deck.size, 0) + deck.total
    return found


def savings(games: Sequence[Ordered], job: Job) -> tuple[Saving, ...]:
    """Return, for each size, one order beside an order a game."""
    made = []
    for size in _sizes(job.game.decks):
        parts = [
            (game.label, sum(d.total for d in game.checked.bound.decks if d.size == size))
            for game in games
        ]
        own = tuple((label, cards, find_bracket(size, cards)) for label, cards in parts if cards)
        cards = sum(cards for _, cards, _ in own)
        made.append(Saving(size, cards, find_bracket(size, cards), own))
    return tuple(made)
