"""In which order targets are written, and what is told of them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from pathlib import Path

from msgspec.structs import replace

from cardgen.files.output_folder import OutputFolder
from cardgen.pipeline.target_plans import TargetPlan
from cardgen.pipeline.target_writing import write_plans
from cardgen.render.workers.face_painting import FaceRequest
from cardgen.render.workers.face_renderer import FaceRenderer
from cardgen.render.workers.pool import Workers
from cardgen.targets.contract import Job, Target
from cardgen.targets.gamecrafter.target import GamecrafterTarget
from cardgen.targets.images.target import ImagesTarget
from cardgen.targets.mpc.target import MpcTarget
from cardgen.targets.no_options import NoOptions
from cardgen.targets.pcio.target import PcioTarget
from cardgen.targets.registry import AnyTarget
from cardgen.targets.tabletopia.target import TabletopiaTarget
from tests.support.small_games import zoo
from tests.support.target_runs import write_targets


class _Noting(Target[NoOptions, None]):
    """Writes nothing, and notes when."""

    about = ""
    options = NoOptions

    def __init__(self, name: str, order: list[str], *, alone: bool) -> None:
        self.name, self._order, self.paints_alone = name, order, alone

    def plan(self, job: Job, options: NoOptions) -> None:
        del job, options

    def write(self, job: Job, plan: None, output: OutputFolder) -> str:
        del job, plan, output
        self._order.append(self.name)
        return self.name


def test_what_this_process_makes_alone_is_written_first_and_told_in_its_place(
    tmp_path: Path,
) -> None:
    order: list[str] = []
    alone = {"pictures": False, "sheets": True, "faces": False, "press": True}
    plans = [TargetPlan(_Noting(name, order, alone=own), None) for name, own in alone.items()]
    written = write_plans(zoo("lone"), plans, tmp_path, tmp_path)
    assert order == ["sheets", "press", "pictures", "faces"]
    assert [one.target for one in written] == list(alone)


class _Noticing(FaceRenderer):
    """Remembers what it was asked for."""

    def __init__(self, workers: Workers) -> None:
        super().__init__(workers)
        self.asked: set[Hashable] = set()

    def begin(self, requests: Iterable[FaceRequest]) -> None:
        found = list(requests)
        self.asked.update(one.key for one in found)
        super().begin(found)


FACES: tuple[AnyTarget, ...] = (
    MpcTarget(),
    GamecrafterTarget(),
    ImagesTarget(),
    PcioTarget(),
    TabletopiaTarget(),
)


def test_targets_name_all_pictures_that_they_write_before_any_is_written(tmp_path: Path) -> None:
    faces = _Noticing(Workers())
    job = replace(zoo(), faces=faces)
    for target in FACES:
        faces.begin(target.faces(job, target.plan(job, target.read_options({}))))
    named = len(faces.asked)
    write_targets(job, {target.name: {} for target in FACES}, tmp_path)
    faces.close()
    assert len(faces.asked) == named > 0
