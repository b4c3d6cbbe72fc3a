"""Entry points are those that `importlib.metadata` finds, without importing it."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from cardgen.cache.entry_points import EntryPoint, list_entry_points

GROUP = "cardgen.targets"


def describe(folder: Path, name: str, entries: str, *, file: str = "METADATA") -> Path:
    """Say in a folder what a distribution brings, as an installer does."""
    folder.mkdir(parents=True)
    (folder / file).write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n\nName: it\n")
    (folder / "entry_points.txt").write_text(entries)
    return folder


def others() -> list[EntryPoint]:
    return [one for one in list_entry_points(GROUP) if not one.is_own]


POSTCARD = EntryPoint("postcard", "postcards:Postcard", GROUP, "cardgen-postcard", "1.2")
WRITTEN = (
    "[console_scripts]\npost = postcards:main\n\n[cardgen.targets]\npostcard = postcards:Postcard\n"
)


@pytest.mark.parametrize("group", [GROUP, "cardgen.checks", "cardgen.importers"])
def test_ours_are_those_that_importlib_finds(group: str) -> None:
    found = {(one.name, one.value, one.module) for one in list_entry_points(group) if one.is_own}
    every = entry_points(group=group)
    assert found == {
        (one.name, one.value, one.module)
        for one in every
        if one.dist and one.dist.name == "cardgen"
    }
    assert found


@pytest.mark.parametrize(
    ("info", "file"),
    [("cardgen_postcard-1.2.dist-info", "METADATA"), ("Cardgen.Postcard.egg-info", "PKG-INFO")],
)
def test_a_package_on_the_path_is_found_with_its_name_and_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, info: str, file: str
) -> None:
    describe(tmp_path / info, "cardgen-postcard", WRITTEN, file=file)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert others() == [POSTCARD]


def test_of_two_packages_of_one_name_the_first_on_the_path_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = WRITTEN.replace("Postcard", "Letter")
    describe(tmp_path / "b" / "cardgen.postcard-1.1.dist-info", "cardgen.postcard", later)
    describe(tmp_path / "a" / "cardgen_postcard-1.2.dist-info", "cardgen-postcard", WRITTEN)
    monkeypatch.syspath_prepend(str(tmp_path / "b"))
    monkeypatch.syspath_prepend(str(tmp_path / "a"))
    assert others() == [POSTCARD]


def test_what_stands_in_other_groups_or_is_commented_out_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = "[cardgen.checks]\nfox = foxes:Fox\n# [a]\n"
    entries = f"{before}{WRITTEN}# old = postcards:Old\n[cardgen.x]\na = b:c\n"
    describe(tmp_path / "cardgen_postcard-1.2.dist-info", "cardgen-postcard", entries)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert others() == [POSTCARD]


def test_a_package_in_an_archive_is_found_by_importlib(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = describe(tmp_path / "cardgen_postcard-1.2.dist-info", "cardgen-postcard", WRITTEN)
    archive = tmp_path / "postcards.zip"
    with zipfile.ZipFile(archive, "w") as opened:
        for file in info.iterdir():
            opened.write(file, f"{info.name}/{file.name}")
    monkeypatch.syspath_prepend(str(archive))
    assert others() == [POSTCARD]


def test_packages_that_another_finder_knows_are_found_by_importlib(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib.metadata import Distribution

    info = describe(tmp_path / "cardgen_postcard-1.2.dist-info", "cardgen-postcard", WRITTEN)

    class Finder:
        def find_spec(self, *_: object) -> None:
            return None

        def find_distributions(self, *_: object) -> list[Distribution]:
            return [Distribution.at(info)]

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder()])
    assert others() == [POSTCARD]


def test_an_entry_point_gives_what_it_names() -> None:
    assert EntryPoint("a", "pathlib:Path.home", GROUP, "x").load() == Path.home
    assert EntryPoint("a", "pathlib : Path [extra]", GROUP, "x").load() is Path
    with pytest.raises(AttributeError):
        EntryPoint("a", "pathlib:Way", GROUP, "x").load()


def test_rules_are_found_without_the_reader_of_all_metadata() -> None:
    program = (
        "import sys; from cardgen.check.engine.registry import all_rules; all_rules(); "
        "print(*{'importlib.metadata', 'email'}.intersection(sys.modules))"
    )
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == []
