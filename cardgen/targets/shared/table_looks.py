"""What tells cards apart at a table: the face and the back that they show, and their shape.

In      a job's cards and scenes.
Out     looks, the back that a deck shares, whether a card is more than a rectangle.
"""

from __future__ import annotations

from msgspec import Struct

from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.scene.items import Layer, Scene
from cardgen.scene.outlines import rectangle, rounded
from cardgen.targets.contract import Job


class CardLook(Struct, frozen=True):
    front: Scene
    back: Scene | None


def find_look(job: Job, card: BoundCard) -> CardLook:
    return CardLook(job.scenes[card.front], job.scenes[card.back] if card.back else None)


def find_looks(job: Job, deck: BoundDeck) -> tuple[CardLook, ...]:
    """One for each card, in the deck's order."""
    return tuple(find_look(job, card) for card in deck.cards)


def shared_back(job: Job, deck: BoundDeck) -> Scene | None:
    """The back that all cards of a deck have, if there is one such."""
    backs = {look.back for look in find_looks(job, deck)}
    return backs.pop() if len(backs) == 1 else None


def blank_face(face: Scene) -> Scene:
    """The paper of a face, with nothing on it."""
    return Scene(face.page, face.trim, Layer(()), Layer(()), face.cut)


def is_rectangle(job: Job, deck: BoundDeck) -> bool:
    """Whether a deck's cards are rectangles, their corners rounded or not."""
    face = job.scenes[deck.cards[0].front]
    return face.cut in ((), rectangle(face.trim), rounded(face.trim, deck.size.corner))
