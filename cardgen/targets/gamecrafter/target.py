"""Target `gamecrafter`: a folder a component with the files that The Game Crafter takes.

Out     PNGs of the component's exact pixels, named so that the service's uploader knows card,
        side and quantity; `manifest.json`; `UPLOAD.md` that says what to do.

Which component has a deck's size is data (`data/sizes.json`). Files are 300 dpi whatever the
build's resolution: other pixels are refused. Faces are never scaled (`canvas`). Cards that are
wider than high, of a size that the service has upright, are turned (`turn_face`).

Source  The Game Crafter's help, articles 33 and 39, as restated (see `sizes.json`); names with
        `[face,2]` as its users upload them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from msgspec import Struct
from pydantic import Field

from cardgen.bind.bound_faces import BoundCard, BoundDeck
from cardgen.core.findings import did_you_mean, plural
from cardgen.core.geometry import Extent, Rect
from cardgen.core.sizes import Product, Size, load_sizes, millimeters
from cardgen.files.file_names import Names, file_name
from cardgen.files.output_folder import OutputFolder
from cardgen.render.raster.picture_files import Encoding
from cardgen.render.raster.pixel_arrays import Pixels
from cardgen.render.workers.face_painting import FaceRequest
from cardgen.render.workers.raster_tasks import Margins, PictureFile
from cardgen.scene.items import Scene
from cardgen.targets.contract import Job, OptionError, Target, UnsuitableError
from cardgen.targets.gamecrafter.guide import write_upload_guide
from cardgen.targets.options import Parsed, TargetOptions
from cardgen.targets.shared.canvas import extend_faces, fill_canvas, find_canvas, find_margins
from cardgen.targets.shared.face_files import SavedFace, request_picture, save_picture
from cardgen.targets.shared.finish_masks import (
    Masks,
    describe_masks,
    guide_to_masks,
    write_masks,
)
from cardgen.targets.shared.guides import write_guide
from cardgen.targets.shared.manifest import source_of, write_manifest
from cardgen.targets.shared.markdown_names import quote_name
from cardgen.targets.shared.short_bleed import tell_short_bleed
from cardgen.targets.shared.sold_sizes import find_products, lies_on_its_side
from cardgen.targets.shared.table_looks import CardLook, find_look, shared_back
from cardgen.targets.shared.turned_cards import TURNED_NOTE, CardSide, turn_face

SERVICE = "gamecrafter"
DPI = 300


def _component(option: str, text: str) -> str:
    known = {product.code.casefold(): product.code for _, product in _catalog()}
    if text and text.casefold() not in known:
        hint = did_you_mean(text, known.values(), what="component")
        raise OptionError(f"there is no component `{text}`", hint, option=option)
    return known.get(text.casefold(), "")


def _catalog() -> Iterator[tuple[Size, Product]]:
    for size in load_sizes().values():
        yield from ((size, product) for product in size.sold_by(SERVICE))


# --- which files there are -------------------------------------------------------------------


class ComponentFile(Struct, frozen=True):
    """A file of a component: the face of a card, or of all its cards (`card` is None)."""

    name: str
    card: BoundCard | None
    side: str
    scene: Scene


class Component(Struct, frozen=True):
    """A deck as it is uploaded."""

    deck: BoundDeck
    product: Product
    folder: str
    files: tuple[ComponentFile, ...]
    turned: bool = False
    """Whether its cards lie on their side."""

    @property
    def pixels(self) -> tuple[int, int]:
        assert self.product.pixels is not None
        return self.product.pixels

    @property
    def canvas(self) -> Rect:
        """The area of its files, in points of a face's page."""
        return find_canvas(self.files[0].scene, self.pixels, DPI)

    @property
    def margins(self) -> Margins:
        return find_margins(self.files[0].scene.page, self.canvas, DPI)


def choose_components(job: Job, preferred: str) -> tuple[list[Component], list[str]]:
    """Each deck with its component; and, for those that have none, a sentence each.

    Raises:
        UnsuitableError: no deck has a component, or none has the one that is preferred.
    """
    made, without, folders = [], [], Names()
    for deck in (deck for deck in job.game.decks if deck.cards):
        sold = find_products(deck.size, SERVICE)
        if sold:
            product = next((one for one in sold if one.code == preferred), sold[0])
            folder = folders.take(f"{product.code}/{file_name(deck.name, 'deck')}")
            lies = lies_on_its_side(deck.size, SERVICE)
            files = tuple(_files(job, deck, lies=lies))
            made.append(Component(deck, product, folder, files, lies))
        else:
            without.append(describe_missing(deck))
    if not made:
        size, product = find_nearest_product(job.game.decks[0].size)
        hint = f"`size: {size.name}` is `{product.code}`; see `cardgen sizes gamecrafter`"
        raise UnsuitableError("; ".join(without), hint)
    if preferred and all(one.product.code != preferred for one in made):
        raise UnsuitableError(f"no deck has the size of `{preferred}`", _usual(made))
    return made, without


def _usual(made: Sequence[Component]) -> str:
    fitting = [one.code for part in made for one in find_products(part.deck.size, SERVICE)]
    return f"these sizes are sold as {', '.join(f'`{code}`' for code in dict.fromkeys(fitting))}"


def describe_missing(deck: BoundDeck) -> str:
    """That a deck has no component, and which is nearest."""
    size, product = find_nearest_product(deck.size)
    own, nearest = _format_size(deck.size.trim), _format_size(size.trim)
    if (deck.size.shape, own) == (size.shape, nearest):
        named = f"as `{product.code}` only, which is `size: {size.name}`, not `{deck.size.name}`"
        return f"{quote_name(deck.name)}: The Game Crafter has {own} {named}"
    return (
        f"{quote_name(deck.name)}: The Game Crafter has no component of {own}; the nearest is "
        f"`{product.code}` ({size.name}, {nearest})"
    )


def find_nearest_product(wanted: Size) -> tuple[Size, Product]:
    """The component whose size differs least, of the same shape if it can be."""

    def distance(found: tuple[Size, Product]) -> tuple[bool, float]:
        trim = found[0].trim
        sides = abs(trim.width - wanted.trim.width), abs(trim.height - wanted.trim.height)
        return found[0].shape != wanted.shape, max(sides)

    return min(_catalog(), key=distance)


def _format_size(trim: Extent) -> str:
    return f"{millimeters(trim.width):g} × {millimeters(trim.height):g} mm"


def _files(job: Job, deck: BoundDeck, *, lies: bool) -> Iterator[ComponentFile]:
    """The back that all share, if they do; then each card's sides. Of cards that lie on their
    side, equal sides are turned differently, and are two files."""
    names = Names()
    put = turn_face if lies else _upright
    common = shared_back(job, deck)
    if common is not None:
        yield ComponentFile(f"{names.take('back')}.png", None, "back", put(common, "back"))
    for card in deck.cards:
        look = find_look(job, card)
        stem = names.take(card.id)
        quantity = f",{card.copies}" if card.copies > 1 else ""
        if _has_equal_sides(look) and not quantity and not lies:
            yield ComponentFile(f"{stem}[all].png", card, "all", look.front)
            continue
        yield ComponentFile(f"{stem}[face{quantity}].png", card, "face", put(look.front, "front"))
        if common is None and look.back is not None:
            yield ComponentFile(f"{stem}[back].png", card, "back", put(look.back, "back"))


def _upright(face: Scene, _: CardSide) -> Scene:
    return face


def _has_equal_sides(look: CardLook) -> bool:
    return look.back == look.front


# --- writing them ----------------------------------------------------------------------------


class GamecrafterOptions(TargetOptions):
    """The component that is preferred, "" for the usual ones."""

    component: Annotated[str, Parsed(_component, "TradingDeck")] = Field(
        "",
        description="which component to use where several have a deck's size, as `TradingDeck`",
    )


Components = tuple[list[Component], list[str]]


class GamecrafterTarget(Target[GamecrafterOptions, Components]):
    """Every deck as a component of The Game Crafter."""

    name = "gamecrafter"
    costs_money = True
    about = "The Game Crafter: exact PNGs a component, named for its uploader, with a guide"
    options = GamecrafterOptions

    def plan(self, job: Job, options: GamecrafterOptions) -> Components:
        """Return the components, and what is left out.

        Raises:
            UnsuitableError: The Game Crafter has no component of any deck's size.
        """
        return choose_components(job, options.component)

    def faces(self, job: Job, plan: Components) -> Iterator[FaceRequest]:
        for component in plan[0]:
            yield from _request_faces(job, component, _list_faces(component))

    def write(self, job: Job, plan: Components, output: OutputFolder) -> str:
        made, without = plan
        saved = _save_all(job, made, output)
        masks = {one.folder: _write_masks(job, one, output) for one in made}
        write_manifest(output, job, self.name, _manifest(made, without, saved, masks))
        guide = write_upload_guide(job.name, _describe_components(made), without)
        every = {
            finish: {f"{folder}/{name}": mask for name, mask in files.items()}
            for folder, found in masks.items()
            for finish, files in found.items()
        }
        write_guide(output, job, "UPLOAD.md", guide + guide_to_masks(every))
        cards = sum(one.deck.total for one in made)
        parts = plural(len(made), "component")
        rest = tell_short_bleed({one.deck.name: one.deck.size for one in made})
        rest += describe_turned(made) + "".join(f"; left out: {sentence}" for sentence in without)
        return f"{plural(cards, 'card')} as {plural(len(saved), 'PNG')} in {parts}{rest}"


def _save_all(job: Job, made: Sequence[Component], output: OutputFolder) -> dict[str, SavedFace]:
    total = sum(len({file.scene for file in one.files}) for one in made)
    saved: dict[str, SavedFace] = {}
    for component in made:
        for names, one in _save(job, component, output):
            saved.update(dict.fromkeys(names, one))
            job.progress("faces", min(total, len({s.sha256 for s in saved.values()})), total)
    return saved


def _save(
    job: Job, component: Component, output: OutputFolder
) -> Iterator[tuple[list[str], SavedFace]]:
    """Each distinct face rendered once; its other names are links to the same file."""
    faces = _list_faces(component, f"{component.folder}/")
    requests = _request_faces(job, component, faces)
    for names, request in zip(faces.values(), requests, strict=True):
        one = save_picture(job, request, output.path(names[0]))
        for name in names[1:]:
            output.link(name, names[0])
        yield names, one


def _request_faces(job: Job, component: Component, faces: Iterable[Scene]) -> Iterator[FaceRequest]:
    canvas = component.canvas
    picture = PictureFile(Encoding("png", dpi=DPI), margins=component.margins)
    for face in faces:
        yield request_picture(job, fill_canvas(face, canvas), component.pixels, picture)


def _list_faces(component: Component, before: str = "") -> dict[Scene, list[str]]:
    """Each distinct face with the names of its files."""
    faces: dict[Scene, list[str]] = {}
    for file in component.files:
        faces.setdefault(file.scene, []).append(f"{before}{file.name}")
    return faces


def _write_masks(job: Job, component: Component, output: OutputFolder) -> Masks:
    """Write a mask for each file whose face has a finish."""

    def paint(plate: Scene) -> Pixels:
        with extend_faces([plate], component.pixels, DPI, job.game.pictures) as painted:
            return painted.pixels(0)

    faces = _list_faces(component).items()
    return write_masks(faces, paint, output, folder=component.folder, dpi=DPI)


def describe_turned(made: Sequence[Component]) -> str:
    """How many cards lie on their side, for the last line of a run."""
    lying = sum(one.deck.total for one in made if one.turned)
    return f", {plural(lying, 'card')} {TURNED_NOTE}" if lying else ""


def _describe_components(made: Sequence[Component]) -> list[Mapping[str, object]]:
    """What guide and manifest say of each component."""
    return [
        {
            "component": one.product.code,
            "deck": one.deck.name,
            "folder": one.folder,
            "size": one.deck.size.name,
            "pixels": list(one.pixels),
            "dpi": DPI,
            "turned": one.turned,
            "carried_on_px": [one.margins.across, one.margins.down],
            "cards": one.deck.total,
            "shared_back": any(file.card is None for file in one.files),
            "own_backs": any(file.card and file.side == "back" for file in one.files),
            "both_sides": any(file.side == "all" for file in one.files),
        }
        for one in made
    ]


def _manifest(
    made: Sequence[Component],
    without: Sequence[str],
    saved: Mapping[str, SavedFace],
    masks: Mapping[str, Masks],
) -> dict[str, object]:
    rows = [
        {
            **told,
            **({"finishes": describe_masks(masks[one.folder])} if masks[one.folder] else {}),
            "files": [_row(one, file, saved) for file in one.files],
        }
        for one, told in zip(made, _describe_components(made), strict=True)
    ]
    return {"components": rows, "left_out": list(without)}


def _row(
    component: Component, file: ComponentFile, saved: Mapping[str, SavedFace]
) -> dict[str, object]:
    card = file.card
    path = f"{component.folder}/{file.name}"
    return {
        "file": path,
        "card": card.id if card else None,
        "side": file.side,
        "copies": card.copies if card else component.deck.total,
        "sha256": saved[path].sha256,
        "source": source_of(card) if card else None,
    }
