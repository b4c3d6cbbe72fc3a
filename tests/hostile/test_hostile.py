"""Whatever a deck holds, it reads, writes, moves and deletes nothing of others, ends within five
seconds of processor time and 500 MB, and what is wrong is said."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from cardgen.files.output_swap import FILE_LIST
from tests.hostile.cases import FAMILIES
from tests.hostile.decks import Case, game
from tests.support.command_orders import Ended, Order
from tests.support.commands import command_server
from tests.support.processor_time import is_within

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such limits")
EVERY = 15
"""Of so many cases of a family, the first is for every run; the others are slow tests."""
SECRET = "the-canary-sings"


MEMORY = 500_000_000
"""Bytes that a command may hold at once."""
SECONDS = 5
"""Of processor time, on the machine where the bounds were chosen."""
ADDRESSES = 2_000_000_000
"""Bytes of addresses: libraries reserve more than they use."""
END = 60
"""Seconds of processor time after which a command is ended, on any machine."""
PATIENCE = 600
"""Seconds by the clock on the wall, for a command that sleeps: a busy machine may take long."""


def sampled_cases() -> Iterator[ParameterSet]:
    """Give all cases; most of each family are marked as slow."""
    for family in FAMILIES:
        for number, case in enumerate(family()):
            marks = () if number % EVERY == 0 else (pytest.mark.slow,)
            yield pytest.param(case, id=case.name, marks=marks)


CASES = tuple(sampled_cases())


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    cache = str(tmp_path_factory.mktemp("cache"))
    return {**os.environ, "CARDGEN_CACHE": cache, "OPENBLAS_NUM_THREADS": "1"}


def run_bounded(case: Case, project: Path, environment: dict[str, str]) -> tuple[Ended, str]:
    """Run the command of a case; gives how it ended, and all that it said."""
    server = command_server()
    said = str(server.out)
    ended = server.run(
        Order(
            arguments=case.command, folder=str(project), environment=environment,
            out=said, err=said, addresses=ADDRESSES, seconds=END, patience=PATIENCE,
        )
    )  # fmt: skip
    return ended, server.out.read_bytes().decode("utf-8", "surrogateescape")


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    """A folder that is none of the game's business."""
    folder = tmp_path / "canary"
    (folder / ".deep").mkdir(parents=True)
    for name in ("secret.txt", "poker.pdf", ".old", ".deep/.dot", "traps.pdf", "001.png"):
        (folder / name).write_text(SECRET)
        os.utime(folder / name, (1_000_000_000, 1_000_000_000))
    for path in (folder / ".deep", folder):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    return folder


def state(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Every byte, time and name below a folder."""
    found = {}
    for path in sorted((folder, *folder.rglob("*"))):
        status = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        digest = hashlib.sha256(data).hexdigest()
        found[str(path)] = digest, status.st_mtime_ns, status.st_mode
    return found


def lay_out(case: Case, project: Path) -> None:
    """Write the game of a case."""
    folder = project / "card_data" / "trap"
    folder.mkdir(parents=True)
    for name, content in {**game(), **case.files}.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(
            content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        )
    if case.prepare:
        case.prepare(project)


def hidden(project: Path) -> list[str]:
    """What looks like something half done in the output."""
    found = (path for path in (project / "output").glob("*/.*") if path.name != FILE_LIST)
    return sorted(map(str, found))


def copies(project: Path) -> list[Path]:
    """Files below a project that hold what was the canary's."""
    files = (path for path in project.rglob("*") if path.is_file() and not path.is_symlink())
    found = (path for path in files if path.stat().st_size < 100_000)
    return [path for path in found if SECRET.encode() in path.read_bytes()]


@pytest.mark.parametrize("case", CASES)
def test_a_hostile_deck_harms_nobody(
    case: Case, environment: dict[str, str], tmp_path: Path, canary: Path
) -> None:
    project = tmp_path / "project"
    lay_out(case, project)
    made = hidden(project)
    before, beside = state(canary), sorted(path.name for path in tmp_path.iterdir())
    ended, said = run_bounded(case, project, environment)
    assert state(canary) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == beside
    assert SECRET not in said
    assert not copies(project)
    assert "Traceback" not in said
    assert "fault in cardgen" not in said
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", said)
    assert ended.code in ((0, 1, 2) if case.code == -1 else (case.code,)), said[:3000]
    assert case.says in said, said[:3000]
    assert not case.unsaid or case.unsaid not in said
    assert is_within(ended.seconds, SECONDS), f"{ended.seconds:.1f} s: {said[:3000]}"
    assert ended.memory < MEMORY, said[:3000]
    assert hidden(project) == made


def test_the_corpus_is_large() -> None:
    assert len(CASES) >= 900
    assert len({case.id for case in CASES}) == len(CASES)
