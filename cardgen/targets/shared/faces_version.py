"""The version of a game's faces: what is printed at the edge of sheets, and in galleries."""

from __future__ import annotations

import hashlib

from cardgen.scene.items import Glyphs, Layer, walk
from cardgen.targets.contract import Job


def compute_faces_version(job: Job) -> str:
    """Eight digits that change with any face, and with nothing else."""
    digests: dict[Layer, bytes] = {}
    whole = hashlib.sha256()
    for deck in job.game.decks:
        for face in (face for card in deck.cards for face in (card.front, card.back) if face):
            scene = job.scenes[face]
            for layer in (scene.ground, scene.marks):
                if layer not in digests:
                    digests[layer] = _digest_layer(layer)
                whole.update(digests[layer])
    return whole.hexdigest()[:8]


def _digest_layer(layer: Layer) -> bytes:
    """Of what is painted; a font's name says too little, so its own hash goes in."""
    fonts = sorted({item.face.key for item in walk(layer) if isinstance(item, Glyphs)})
    return hashlib.sha256(repr((layer.items, fonts)).encode()).digest()
