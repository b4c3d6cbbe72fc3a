"""Wheel and source distribution: built, looked into, and installed where nothing else of us is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

from cardgen import __version__
from tests.conftest import ROOT

pytestmark = pytest.mark.slow

LIBRARIES = Path(sysconfig.get_path("purelib"))
SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both distributions."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-d", str(folder), cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def installed(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `cardgen` command of an environment that has the wheel and its packages.

    Packages come from this environment; its editable cardgen does not, because a `.pth` file
    that is reached through another is not read.
    """
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=True)
    python = folder / SCRIPTS / Path(sys.executable).name
    (wheel,) = dist.glob("*.whl")
    run(str(python), "-m", "pip", "install", "--no-index", "--no-deps", "--quiet", str(wheel))
    site = run(str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    (Path(site) / "packages.pth").write_text(f"{LIBRARIES}\n", "utf-8")
    return python.with_name("cardgen")


def run(*command: str, cwd: Path | None = None) -> str:
    """What a command prints; it must succeed."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=cwd, env=clean, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_the_package_fonts_textures_and_licenses(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"cardgen", f"cardgen-{__version__}.dist-info"}
    for wanted in (
        "cardgen/py.typed",
        "cardgen/shipped/fonts/EBGaramond-Regular.ttf",
        "cardgen/shipped/fonts/OFL-EBGaramond.txt",
        "cardgen/shipped/textures/parchment.jpg",
        "cardgen/data/sizes.json",
        "cardgen/preview/static/OFL-Inter.txt",
        f"cardgen-{__version__}.dist-info/licenses/LICENSE",
    ):
        assert wanted in names


def test_the_source_distribution_holds_no_tests_and_no_games(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        names = [name.partition("/")[2] for name in files.getnames()]
    tops = {name.partition("/")[0] for name in names}
    assert not tops & {"tests", "card_data", "benchmarks", "output"}
    assert not [name for name in names if "APACHE" in name.upper()]
    assert {"cardgen", "fonts", "textures", "README.md", "LICENSE", "pyproject.toml"} <= tops


def test_the_metadata_names_its_license_systems_and_addresses(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        text = files.read(f"cardgen-{__version__}.dist-info/METADATA").decode()
    head = HeaderParser().parsestr(text)
    assert (
        head["License-Expression"]
        == "MIT AND OFL-1.1 AND CC0-1.0 AND Zlib AND LPPL-1.3c AND BSD-2-Clause "
        "AND BSD-3-Clause AND Unicode-DFS-2016"
    )
    assert len(head.get_all("Project-URL", [])) >= 3
    systems = [one for one in head.get_all("Classifier", []) if one.startswith("Operating System")]
    assert len(systems) == 3
    readme = str(head.get_payload())
    links = re.findall(r"\]\(([^)]+)\)", readme)
    assert links
    assert [link for link in links if not link.startswith(("https://", "#"))] == []


def test_a_game_is_made_checked_built_and_shown_where_only_the_wheel_is(
    installed: Path, tmp_path: Path
) -> None:
    said = run(str(installed), "--version")
    assert said.split() == ["cardgen", __version__]
    where = run(
        str(installed.with_name(Path(sys.executable).name)),
        "-c",
        "import cardgen; print(cardgen.__file__)",
        cwd=tmp_path,
    )
    assert str(ROOT) not in where
    run(str(installed), "new", "lighthouse", cwd=tmp_path)
    run(str(installed), "check", "lighthouse", "--strict", cwd=tmp_path)
    built = run(str(installed), "build", "lighthouse", cwd=tmp_path)
    assert "output/lighthouse/mpc/" in built
    with subprocess.Popen(
        [str(installed), "preview", "lighthouse", "--no-open", "--port", "0"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        server.terminate()
    assert "http://" in first
