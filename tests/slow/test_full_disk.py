"""Where files cannot grow, a command ends in one sentence, and what was there stays.

A bound on the size of files (`ulimit -f`) stands for a full disk: what is written fails in the
midst of it, at the first byte or after some, wherever in the program that is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.patience import SECONDS
from tests.support.previews import write_game

if sys.platform == "win32":
    pytest.skip("other systems have other limits", allow_module_level=True)
import resource

_COMMANDS = (
    "new other", "new other --from cards.csv", "import cards.csv other",
    "build tiny -j 1 --fresh --tag v2", "build tiny -j 1 --fresh -t proof -t sheets:format=png",
    "build tiny -j 1 --fresh -t data -t tts -t pcio -t images -t gallery -t pdfx4",
    "build tiny -j 1 --since v1", "build tiny -j 1 --draft", "print-tag v3 tiny",
    "diff v1 now --game tiny --format html -o changes.html", "order tiny", "order tiny -o orders",
    "calibrate", "translate extract tiny", "check tiny --fix",
)  # fmt: skip


def run(words: str, folder: Path, most: int | None = None) -> subprocess.CompletedProcess[str]:
    def bound() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    environment = {**os.environ, "CARDGEN_CACHE": str(folder.parent / "cache")}
    return subprocess.run(
        [sys.executable, "-m", "cardgen", *words.split()],
        cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS,
        preexec_fn=bound,
    )  # fmt: skip


def state(folder: Path) -> dict[str, bytes]:
    """Every file of a project, what is half done included."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that was built and tagged, then changed."""
    folder = tmp_path_factory.mktemp("full") / "project"
    folder.mkdir()
    game = write_game(folder)
    assert run("build tiny --tag v1", folder).returncode == 0
    (game / "coins.yaml").write_text("- {name: One, copies: 4}\n- {name: Eleven}\n", "utf-8")
    (folder / "cards.csv").write_text("name,cost\nFox,1\nBear,2\n", "utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "most"), [*((words, 90) for words in _COMMANDS), (_COMMANDS[0], 0), (_COMMANDS[3], 0)]
)
def test_a_disk_that_is_full_is_one_sentence_and_nothing_is_lost(
    project: Path, tmp_path: Path, words: str, most: int
) -> None:
    folder = tmp_path / "project"
    shutil.copytree(project, folder)
    if "--fix" in words:
        layouts = folder / "card_data" / "tiny" / "layouts.yaml"
        text = layouts.read_text("utf-8").replace("color: ink", "color: imk", 1)
        layouts.write_text(text, "utf-8")
    before = state(folder)
    ended = run(words, folder, most)
    assert ended.returncode == 2, (ended.stdout, ended.stderr)
    assert "Traceback" not in ended.stderr
    assert "fault in cardgen" not in ended.stderr, ended.stderr[:300]
    assert len(re.findall("^cardgen: ", ended.stderr, re.MULTILINE)) == 1
    assert state(folder) == before
