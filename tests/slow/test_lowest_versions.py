"""The floors in `pyproject.toml`: with the oldest packages that they admit, games still print."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.slow

SCRIPTS = "Scripts" if sys.platform == "win32" else "bin"


@pytest.fixture(scope="module")
def oldest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `cardgen` command of an environment with the lowest versions of all it names."""
    folder = tmp_path_factory.mktemp("oldest")
    python = folder / SCRIPTS / "python"
    uv = [sys.executable, "-m", "uv"]
    run(*uv, "venv", "--quiet", "--python", sys.executable, str(folder))
    run(
        *uv, "pip", "install", "--quiet", "--python", str(python), "--resolution", "lowest-direct",
        "--only-binary", ":all:", "--no-binary", "cardgen", f"{ROOT}[press]",
    )  # fmt: skip
    return python.with_name("cardgen")


def run(*command: str, cwd: Path = ROOT) -> str:
    """What a command prints; it must succeed."""
    clean = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=cwd, env=clean, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Warning" not in done.stderr
    return done.stdout


def test_commands_do_what_they_are_asked(oldest: Path, tmp_path: Path) -> None:
    """A library that reads arguments once printed the version for every command, and ended well."""
    assert run(str(oldest), "--version").startswith("cardgen ")
    assert "poker" in run(str(oldest), "sizes")
    run(str(oldest), "new", "lighthouse", cwd=tmp_path)
    assert "0 errors" in run(str(oldest), "check", "lighthouse", cwd=tmp_path)
    run(str(oldest), "build", "lighthouse", "-t", "all", cwd=tmp_path)
    assert len(list((tmp_path / "output" / "lighthouse" / "mpc").rglob("*.png"))) > 10
