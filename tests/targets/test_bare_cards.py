"""A card that is not printed all over is paper, and hides what lies below it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cardgen.core.findings import Report
from cardgen.files.memory_game import MemoryGame
from cardgen.pipeline.inspection import check_game
from cardgen.render.raster.rasterizer import Raster
from cardgen.targets.booklet.target import BookletTarget
from cardgen.targets.contract import Job
from cardgen.targets.proof.target import ProofTarget
from cardgen.targets.showcase.target import ShowcaseTarget
from tests.support.small_games import job_of
from tests.support.target_runs import write_target

FILES = {
    "game.yaml": """\
game: Bare
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  cards: {cards: cards.yaml, size: mini, front: face}
booklets: {rules: {text: rules.md, page: a6, background: green}}
showcase:
  grid: {scene: grid, width: 240px, height: 320px, ground: "#204020", shadow: no}
  standing: {scene: standing, width: 240px, height: 320px, ground: "#204020", light: no}
""",
    "layouts.yaml": """\
layouts:
  face: {safe: [{text: "{{ name }}", font: text, size: 12pt}]}
  green: {bleed: [{shape: rectangle, fill: "#204020"}]}
""",
    "cards.yaml": "- {name: One}\n",
    "rules.md": '# Rules\n\n{{ card("cards", "one", width="60mm") }}\n',
}


@pytest.fixture
def job() -> Job:
    checked = check_game(MemoryGame(dict(FILES)), Report(), checks=())
    assert checked is not None
    return job_of(checked)


def share_of_white(picture: Image.Image) -> float:
    return float((np.asarray(picture.convert("RGB")).min(axis=2) > 250).mean())


def test_a_proof_shows_its_paper(job: Job, tmp_path: Path) -> None:
    write_target(ProofTarget(), tmp_path / "proof", job)
    for name in ("cards-fronts-1", "cards-overlay-1", "cards-vision"):
        assert share_of_white(Image.open(tmp_path / f"proof/{name}.png")) > 0.02, name


def test_a_booklet_shows_its_paper(job: Job, tmp_path: Path) -> None:
    write_target(BookletTarget(), tmp_path / "booklet", job)
    raster = Raster((tmp_path / "booklet/rules-screen.pdf").read_bytes())
    assert share_of_white(Image.fromarray(raster.page(0, (210, 296)))) > 0.2


@pytest.mark.parametrize("scene", ["grid", "standing"])
def test_a_showcase_shows_its_paper(scene: str, job: Job, tmp_path: Path) -> None:
    write_target(ShowcaseTarget(), tmp_path / "showcase", job)
    assert share_of_white(Image.open(tmp_path / f"showcase/{scene}.png")) > 0.2
