"""What pyproject.toml names is what is installed."""

from __future__ import annotations

from pathlib import Path

from tests.support.installed_entries import AGAIN, stale_entries


def test_every_entry_point_is_installed_as_it_is_named(root: Path) -> None:
    assert stale_entries(root / "pyproject.toml") == [], AGAIN


def test_an_entry_point_that_is_not_installed_is_seen(root: Path, tmp_path: Path) -> None:
    text = (root / "pyproject.toml").read_text("utf-8")
    head = '[project.entry-points."cardgen.targets"]\n'
    assert head in text
    changed = tmp_path / "pyproject.toml"
    changed.write_text(text.replace(head, f'{head}not-there = "nobody:Target"\n'), "utf-8")
    before = set(stale_entries(root / "pyproject.toml"))
    assert set(stale_entries(changed)) - before == {"cardgen.targets: not-there"}
