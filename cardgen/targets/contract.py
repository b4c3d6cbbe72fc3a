"""The `Target` class: what a target is, what it is given, and what it promises.

A target turns laid-out faces into files. It says what it is (`name`, `about`), which options it
takes (a `TargetOptions` model), what it would write (`plan`), and writes it (`write`). It never
lays out a face, and calls nobody back.

Targets are found through the entry points of the group `cardgen.targets`, those of cardgen
itself included (`targets.registry`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from cardgen.render.press.packed_ink import PackedInk
from cardgen.render.workers.pool import Workers
from cardgen.targets.files_beside import FilesBeside
from cardgen.targets.foreign_names import suggest_option
from cardgen.targets.option_error import OptionError, UnsuitableError

if TYPE_CHECKING:
    from cardgen.bind.bound_faces import BoundDeck, BoundFace
    from cardgen.bind.game.bound_game import BoundGame
    from cardgen.cache.face_cache import FaceCache
    from cardgen.files.output_folder import OutputFolder
    from cardgen.render.pdf.color_spaces import Colors
    from cardgen.render.workers.face_painting import FaceRequest
    from cardgen.render.workers.face_renderer import FaceRenderer
    from cardgen.render.workers.picture_packer import PicturePacker
    from cardgen.scene.items import Scene
    from cardgen.targets.laid_deck import LaidDeck
    from cardgen.targets.options import TargetOptions

__all__ = ["Job", "OptionError", "Progress", "Target", "TargetOptions", "UnsuitableError"]

Progress = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""

OptionsT = TypeVar("OptionsT", bound="OptionsModel")
PlanT = TypeVar("PlanT")


def __getattr__(name: str) -> object:
    """`TargetOptions`, for targets: who only knows jobs, as a check does, imports no pydantic."""
    if name != "TargetOptions":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from cardgen.targets.options import TargetOptions

    return TargetOptions


def _render_alone() -> FaceRenderer:
    """A renderer without workers; a game that is only checked does without what it imports."""
    from cardgen.render.workers.face_renderer import FaceRenderer

    return FaceRenderer(Workers())


class Job(Struct, frozen=True):
    """A laid-out game on its way to a target."""

    game: BoundGame
    scenes: Mapping[BoundFace, Scene]
    dpi: float
    progress: Progress
    workers: Workers = field(default_factory=Workers)
    faces: FaceRenderer = field(default_factory=_render_alone)
    """Renders faces to PNG files, each once a build."""
    packer: PicturePacker | None = None
    """Packs the pictures of PDFs that stay; each file packs its own, if left out."""
    files: FilesBeside = field(default_factory=FilesBeside)
    """Files of `Target.slow_files` that are being made."""
    cache: FaceCache | None = None
    """Faces rendered before."""
    packed: PackedInk = field(default_factory=PackedInk)
    """Pictures in ink that another target of the build packed."""
    folder: Path | None = None
    """The game's own folder, where files that options name are looked for."""
    missing_pictures: tuple[str, ...] = ()
    """Pictures that placeholders stand for: what is written is a draft."""
    draft: bool = False
    """Whether DRAFT stands on every card."""
    only: str = ""
    """The expression that chose the cards; "" for the whole game."""
    edition: str = ""
    """The edition that it is; "" for the game as it is."""
    editions: Mapping[str, Job] = field(default_factory=dict)
    """Other editions, those that `Target.editions` asks for, by name."""

    @property
    def name(self) -> str:
        return self.game.spec.file.game

    def pack_ahead(self, scenes: Iterable[Scene], colors: Colors) -> None:
        """Have workers pack the pictures of a PDF that shows these scenes next, in this order."""
        if self.packer is not None:
            self.packer.begin(scenes, self.game.pictures, colors)

    def of_whole_game(self) -> Job:
        """Return the job as a target sees it that takes no notice of which cards were chosen."""
        return replace(self, only="")


class OptionsModel(Protocol):
    """What the options of a target are: a `TargetOptions`, or `NoOptions`."""

    @classmethod
    def parse(cls, pairs: Mapping[str, str]) -> Self:
        """Read options as typed, all of them known."""
        ...

    @classmethod
    def help_lines(cls) -> dict[str, str]:
        """Return what can be chosen: a line for each option."""
        ...

    @classmethod
    def options_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of a target's options in `game.yaml`."""
        ...

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        """Return the same with titles and defaults, for editors."""
        ...


class Target(ABC, Generic[OptionsT, PlanT]):
    """A destination that turns laid-out faces into files.

    `OptionsT` is the model of its options, `PlanT` what it makes of a job before it writes.
    """

    name: str
    """What is typed after `-t`; the entry point's name and the output folder's, too."""
    about: str
    """One line for `cardgen targets`."""
    options: type[OptionsT]
    """The model of its options; `NoOptions` if it takes none."""
    costs_money: bool = False
    """Whether what it writes is ordered: then nothing unfinished is written unasked."""
    drops_finishes: bool = False
    """Whether it shows cards and not what `finish` puts on them, which is told."""
    paints_alone: bool = False
    """Whether this process makes all of it: it is written first, while workers render what other
    targets asked for."""
    pieces: tuple[str, ...] = ()
    """What it prints besides cards, and cannot print while that has errors: `booklet`."""
    needs_cards: bool = True
    """Whether it makes nothing of a game that prints no card."""
    choices: str = ""
    """Where else things are chosen, for a target without options."""

    @abstractmethod
    def plan(self, job: Job, options: OptionsT) -> PlanT:
        """Decide what is to be written.

        Called once a build, before anything is written; takes little time.

        Raises:
            OptionError: It cannot be done with these options.
            UnsuitableError: The target makes nothing of this game.
        """

    def faces(self, job: Job, plan: PlanT) -> Iterable[FaceRequest]:
        """Return the faces that `write` will ask `job.faces` for, in that order.

        Workers render them while the game is checked. A target without PNG files has none.
        """
        del job, plan
        return ()

    def slow_files(self, job: Job, plan: PlanT) -> Mapping[str, Callable[[], bytes]]:
        """Return what makes files that wait for nothing but the layout, each by a key that stands
        for all that it depends on, in the order in which `write` asks `job.files` for them.

        Where nearly all faces are known, they are made while the game is checked.
        """
        del job, plan
        return {}

    def editions(self, plan: PlanT) -> Sequence[str]:
        """Return the editions that are shown beside this one; `job.editions` then has them."""
        del plan
        return ()

    @abstractmethod
    def write(self, job: Job, plan: PlanT, output: OutputFolder) -> str:
        """Write all files; return what was written, for the last line of a run."""

    def renders_deck(self, deck: BoundDeck) -> bool:
        """Whether every face of a deck is rendered, so that this can begin while other decks are
        still laid out."""
        del deck
        return False

    def early_faces(self, laid: LaidDeck, options: OptionsT) -> Iterable[FaceRequest]:
        """Return faces that `faces` will ask for whatever other decks show, of a deck of which
        `renders_deck` is true: all, at the pixels of its size."""
        del options
        return laid.request_all()

    def read_options(self, pairs: Mapping[str, str]) -> OptionsT:
        """Read options as they are typed: `paper=a4` or, in `game.yaml`, `paper: a4`.

        Raises:
            OptionError: The target has no such option, a value is not possible, or two options
                do not go together.
        """
        known = self.options.help_lines()
        unknown = next((name for name in pairs if name not in known), None)
        if unknown is None:
            return self.options.parse(pairs)
        if not known:
            rest = f"; {self.choices}" if self.choices else ""
            message = f"the target `{self.name}` takes no options"
            raise OptionError(message, f"write `-t {self.name}`{rest}", option=unknown)
        hint = suggest_option(unknown, known)
        end = "" if hint.endswith(("?", ".")) else "."
        hint = f"{hint}{end} See `cardgen targets {self.name}`"
        raise OptionError(f"`{self.name}` has no option `{unknown}`", hint, option=unknown)
