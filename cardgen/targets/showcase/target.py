"""Target `showcase`: pictures of the game for shop pages, publishers and crowdfunding.

Out     for each scene of `showcase:` in `game.yaml` a picture and a PDF, and `manifest.json`.

Scenes are pages of vectors: a card in them is the very face that is printed, moved and turned.
Nothing but shadows is sampled before the picture's own pixels, so that every resolution is sharp.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, get_args

from msgspec import Struct
from pydantic import Field, model_validator

from cardgen.bind.booklet.bound_booklet import BoundBooklet
from cardgen.bind.showcase.bound_scene import BoundScene
from cardgen.core.findings import plural
from cardgen.core.geometry import POINTS_PER_INCH
from cardgen.files.file_names import Names, file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.files.work_records import TemporaryFolder
from cardgen.render.raster.picture_files import LARGEST, QUALITY, Encoding
from cardgen.targets.contract import Job, OptionError, Target, UnsuitableError
from cardgen.targets.options import Number, OneOf, TargetOptions, WholeNumber
from cardgen.targets.shared.manifest import plain_dpi, write_manifest
from cardgen.targets.shared.picture_cache import PictureCache
from cardgen.targets.showcase.arranging import arrange, choose_finer
from cardgen.targets.showcase.drawing import draw_stage
from cardgen.targets.showcase.painting import Ground, make_stage_pdf
from cardgen.targets.showcase.scene_pictures import (
    ScenePictures,
    encode_pictures,
    list_picture_keys,
)
from cardgen.targets.showcase.sell_sheet import (
    Hero,
    SellSheet,
    draw_sell_sheet,
    lay_out_sheet,
    make_sell_sheet,
)
from cardgen.targets.showcase.stage_pixels import PaintedStage, StageDrawing, paint_drawing

PictureFormat = Literal["png", "webp", "pdf", "all"]
_MOST_PIXELS = 60_000_000


class ShowcaseOptions(TargetOptions):
    """How pictures are written; `dpi` None is that of the build."""

    format: Annotated[PictureFormat, OneOf(get_args(PictureFormat))] = Field(
        "all", description="png, webp, pdf, or all (the default): each scene as each of them"
    )
    dpi: Annotated[float | None, Number(36, 1200)] = Field(
        None, description="pixels per inch, 36 to 1200; that of the build if left out"
    )
    quality: Annotated[int, WholeNumber(1, 100)] = Field(
        QUALITY, description=f"of WebP, 1 to 100; {QUALITY} if left out"
    )

    @model_validator(mode="after")
    def _go_together(self) -> ShowcaseOptions:
        if self.is_given("quality") and self.format not in ("webp", "all"):
            hint = "leave out `quality`, or write `format=webp` or `format=all`"
            raise OptionError("only a WebP has a quality", hint, option="quality")
        if self.is_given("dpi") and self.format == "pdf":
            hint = "leave out `dpi`, or write `format=png`, `webp` or `all`"
            raise OptionError("a PDF is as fine as it is looked at", hint, option="dpi")
        return self

    @property
    def formats(self) -> tuple[Literal["png", "webp"], ...]:
        """Of pictures."""
        known: tuple[Literal["png", "webp"], ...] = ("png", "webp")
        return known if self.format == "all" else tuple(one for one in known if one == self.format)


class ShowcaseTarget(Target[ShowcaseOptions, ShowcaseOptions]):
    """Every scene of the showcase."""

    name = "showcase"
    about = "pictures for shops and publishers: fans, stacks, boxes, a sell sheet; PNG, WebP, PDF"
    options = ShowcaseOptions
    needs_cards = False
    drops_finishes = True

    def plan(self, job: Job, options: ShowcaseOptions) -> ShowcaseOptions:
        """Return the options, which suit every scene.

        Raises:
            UnsuitableError: The game has no showcase, or not all of its cards.
            OptionError: A picture would be too large, or a sell sheet takes several pages.
        """
        if not job.game.showcase:
            hint = "describe one under `showcase:` in game.yaml: see docs/showcase.md"
            raise UnsuitableError("this game has no showcase", hint)
        if job.only:
            hint = "leave out `--only` and `--since`; scenes name the cards that they show"
            raise UnsuitableError("a showcase is of the whole game", hint)
        for scene in job.game.showcase:
            _check_pixels(scene, options.dpi or job.dpi)
            if scene.sheet is not None:
                lay_out_sheet(scene.name, scene.sheet)
        return options

    def write(self, job: Job, plan: ShowcaseOptions, output: OutputFolder) -> str:
        writers = [_SceneWriter(job, plan, scene) for scene in job.game.showcase]
        names, entries = Names(), list[dict[str, object]]()
        for number, (writer, made) in enumerate(zip(writers, _draw(job, writers), strict=True), 1):
            stem = names.take(file_name(writer.scene.name, "scene"))
            files = {f"{stem}{suffix}": data for suffix, data in made.items()}
            for name, data in files.items():
                output.write(name, data)
            entries.append(_manifest_entry(job, plan, writer.scene, files))
            job.progress("showcase", number, len(writers))
        write_manifest(output, job, self.name, {"scenes": entries})
        return f"{plural(len(entries), 'scene')}: {', '.join(one.scene.name for one in writers)}"


class _SceneUnderWay(Struct, frozen=True):
    """A scene whose pictures are asked for: its page, their keys, and those kept from before."""

    page: bytes
    keys: dict[str, str]
    kept: dict[str, bytes]


def _draw(job: Job, writers: Sequence[_SceneWriter]) -> Iterator[dict[str, bytes]]:
    """The files of each scene by their suffixes; pictures of a page that is as it was are kept."""
    with TemporaryFolder() as folder:
        cache, under_way = PictureCache(job.cache, Path(folder)), deque[_SceneUnderWay]()
        tasks = (_send(writer, cache, under_way) for writer in writers)
        drawn = job.workers.stream(encode_pictures, tasks, job.workers.count + 1)
        for writer, pictures in zip(writers, drawn, strict=True):
            scene = under_way.popleft()
            for suffix, data in pictures.items():
                cache.keep(scene.keys[suffix], suffix, data)
            yield {**scene.kept, **pictures, **writer.own_page(scene.page)}


def _send(
    writer: _SceneWriter, cache: PictureCache, under_way: deque[_SceneUnderWay]
) -> ScenePictures:
    """What a worker is to draw: nothing, if all pictures of the scene are kept."""
    pages = deque[bytes]()
    task = writer.begin(pages)
    keys = list_picture_keys(task)
    found = {suffix: cache.fetch(key, suffix) for suffix, key in keys.items()}
    kept = {suffix: data for suffix, data in found.items() if data is not None}
    if len(kept) == len(keys):
        task = ScenePictures(None, ())
    else:
        kept = {}
    under_way.append(_SceneUnderWay(pages.popleft(), keys, kept))
    return task


def paint_scene(job: Job, options: ShowcaseOptions, scene: BoundScene) -> PaintedStage:
    """The pixels of one scene."""
    return paint_drawing(_SceneWriter(job, options, scene).drawing())


class _SceneWriter(Struct):
    job: Job
    options: ShowcaseOptions
    scene: BoundScene

    @property
    def dpi(self) -> float:
        return self.options.dpi or self.job.dpi

    @property
    def title(self) -> str:
        return f"{self.job.name}: {self.scene.name}"

    def begin(self, pages: deque[bytes]) -> ScenePictures:
        """Make the page of the scene, and what a worker makes pictures of it of."""
        pages.append(self.pdf() if self.has_page else b"")
        formats = self.options.formats
        how = tuple(Encoding(kind, self.options.quality, self.dpi) for kind in formats)
        return ScenePictures(self.drawing() if formats else None, how)

    @property
    def has_page(self) -> bool:
        """Whether the page itself is wanted."""
        return self.options.format in ("pdf", "all")

    def own_page(self, page: bytes) -> dict[str, bytes]:
        """The page itself, by its suffix, if it is wanted."""
        return {".pdf": page} if self.has_page else {}

    def pdf(self) -> bytes:
        """The scene as a page."""
        scene = self.scene
        if scene.sheet is not None:
            return make_sell_sheet(self.job, self.sheet(scene.sheet))
        stage, pictures = arrange(scene, self.job.scenes), self.job.game.pictures
        return make_stage_pdf(stage, scene.extent, _ground(scene), pictures, title=self.title)

    def drawing(self) -> StageDrawing:
        """What pictures of the scene are drawn of."""
        scene, size = self.scene, scene_pixels(self.scene, self.dpi)
        if scene.sheet is not None:
            return draw_sell_sheet(self.job, self.sheet(scene.sheet), size)
        stage, pictures = arrange(scene, self.job.scenes), self.job.game.pictures
        finer = choose_finer(scene)
        return draw_stage(stage, scene.extent, _ground(scene), pictures, size, finer=finer)

    def sheet(self, sheet: BoundBooklet) -> SellSheet:
        scene = self.scene
        return SellSheet(scene.name, sheet, _ground(scene), self.hero(scene.spec.picture))

    def hero(self, name: str) -> Hero | None:
        """The scene above a sell sheet's text."""
        found = next((one for one in self.job.game.showcase if one.name == name), None)
        return Hero(arrange(found, self.job.scenes), _ground(found)) if found else None


def _ground(scene: BoundScene) -> Ground | None:
    return Ground(scene.ground, scene.spec.light) if scene.ground is not None else None


def scene_pixels(scene: BoundScene, dpi: float) -> tuple[int, int]:
    """How large the picture of a scene is."""
    extent = scene.extent
    width, height = (round(side / POINTS_PER_INCH * dpi) for side in (extent.width, extent.height))
    return max(1, width), max(1, height)


def _check_pixels(scene: BoundScene, dpi: float) -> None:
    width, height = scene_pixels(scene, dpi)
    most = LARGEST["webp"]
    if max(width, height) > most or width * height > _MOST_PIXELS:
        fits = dpi * min(most / max(width, height), (_MOST_PIXELS / (width * height)) ** 0.5)
        message = f"`{scene.name}` at {dpi:g} dpi is {width} × {height} pixels: too large"
        raise OptionError(message, f"write `dpi={int(fits)}` or less", option="dpi")


def _manifest_entry(
    job: Job, options: ShowcaseOptions, scene: BoundScene, files: dict[str, bytes]
) -> dict[str, object]:
    dpi = options.dpi or job.dpi
    return {
        "name": scene.name,
        "scene": scene.spec.scene,
        "pixels": list(scene_pixels(scene, dpi)),
        "dpi": plain_dpi(dpi),
        "ground": str(scene.ground) if scene.ground else None,
        "cards": [f"{shown.face.deck}/{shown.face.card}" for shown in scene.cards],
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in files.items()},
    }
