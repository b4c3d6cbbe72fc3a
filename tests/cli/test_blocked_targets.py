"""What is in the way of one target is not in the way of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.core.findings import Report
from cardgen.files import output_swap
from cardgen.files.atomic_write import move
from cardgen.files.disk_game import DiskGame
from cardgen.files.output_folder import UnwritableError
from cardgen.pipeline.build import build_game
from cardgen.pipeline.build_request import BuildRequest
from tests.support.previews import write_game


def test_a_target_that_cannot_be_put_in_place_is_named_and_the_next_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows where a viewer holds a file of the first."""
    game = DiskGame(write_game(tmp_path))
    request = BuildRequest(targets={"images": {}, "data": {}}, output=tmp_path / "out", jobs=1)
    build_game(game, request, Report())
    kept = {p: p.read_bytes() for p in (tmp_path / "out/tiny/images").rglob("*") if p.is_file()}
    cards = tmp_path / "card_data/tiny/beasts.yaml"
    cards.write_text(cards.read_text("utf-8").replace("Adder", "Aphid"), "utf-8")

    def refuse(source: Path, target: Path) -> None:
        if "images" in (*source.parts, *target.parts):
            raise PermissionError(13, "Permission denied", str(source))
        move(source, target)

    monkeypatch.setattr(output_swap, "move", refuse)
    with pytest.raises(UnwritableError, match=r"images.*written all the same: data"):
        build_game(DiskGame(game.folder), request, Report())
    assert {path: path.read_bytes() for path in kept} == kept
    data = [p.read_bytes() for p in (tmp_path / "out/tiny/data").rglob("*") if p.is_file()]
    assert any(b"Aphid" in text for text in data)
    assert [p.name for p in (tmp_path / "out/tiny").glob(".*")] == []
