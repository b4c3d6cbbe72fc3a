"""The version of a game's faces: what is printed at the edge of sheets, and in galleries."""

from __future__ import annotations

import hashlib

from cardgen.scene.scene_digest import layer_digest
from cardgen.targets.contract import Job


def compute_faces_version(job: Job) -> str:
    """Eight digits that change with any face, and with nothing else."""
    whole = hashlib.sha256()
    for deck in job.game.decks:
        for face in (face for card in deck.cards for face in (card.front, card.back) if face):
            scene = job.scenes[face]
            for layer in (scene.ground, scene.marks):
                whole.update(layer_digest(layer))
    return whole.hexdigest()[:8]
