"""Draw a box laid flat: its art, its cuts, its folds and its words, each a layer of a PDF.

In      a box, the scenes of its panels, the plan of its pages.
Out     the bytes of a PDF.
Not here  where things stand (`box.plan`), files for cutting machines (`shared.cut_files`).

Cuts are drawn in the spot ink CutContour, folds in Crease, both names that die makers and
plotters look for. Each panel's face is in the file once; every page shows the same forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from cardgen.bind.box.boxes import BoundBox
from cardgen.bind.box.panels import BoundPanel
from cardgen.core.color import WHITE, Color
from cardgen.core.geometry import POINTS_PER_MM, Rect, Transform
from cardgen.core.sizes import millimeters
from cardgen.files.disk_game import DiskGame, shipped_folder
from cardgen.render.pdf.document import PageBoxes
from cardgen.render.pdf.layered_page import LAYER_END, LayeredPdf, layer_start, pen_of
from cardgen.render.pdf.sheet_canvas import LineSetting
from cardgen.render.pdf.tag_tree import TagTree
from cardgen.scene.items import Group, Item, Layer, Path, Stroke
from cardgen.scene.outlines import Close, Curve, Line, Move, Outline, rectangle
from cardgen.scene.tuck_box.measures import Hollow
from cardgen.targets.box.plan import OVERLAP, STRIP, BoxPlan, BoxTile
from cardgen.targets.contract import Job
from cardgen.targets.shared.card_text import describe_face
from cardgen.targets.shared.name_faces import find_name_faces
from cardgen.text.fonts import open_face

LAYERS = ("art", "fold", "cut", "notes")
INKS = {"CutContour": (0.0, 1.0, 0.0, 0.0), "Crease": (1.0, 0.0, 0.0, 0.0)}

_MM = POINTS_PER_MM
_LINE = 0.5
_DASH = "[4 2] 0 d"
_INK = Color(60, 60, 60)
_TYPE = 7.5
_FONT = "fonts/EBGaramond-Regular.ttf"
_RULER = 50 * _MM
_TICK = 1.4 * _MM


def make_box_pdf(job: Job, box: BoundBox, plan: BoxPlan) -> bytes:
    """The box on its page, or on all its tiles."""
    title = f"{job.name}: {box.name}"
    tags = TagTree(job.game.spec.file.language, accessible=True)
    file = LayeredPdf(job.game.pictures, title=title, layers=LAYERS, inks=INKS, tags=tags)
    forms = _forms(file, job, box, plan)
    for tile in plan.tiles:
        boxes = PageBoxes(tile.page) if plan.paper else _page_boxes(box, plan, tile)
        shown = "\n".join(_show_tile(file, forms, plan, tile))
        file.page((), boxes, operators=file.figure(shown, _describe_tile(job, box, plan, tile)))
    return file.save()


def _describe_tile(job: Job, box: BoundBox, plan: BoxPlan, tile: BoxTile) -> str:
    """What is read in the place of a page: which tile it is; on the first, what is on the box."""
    facts = [_label_tile(plan, tile)] if len(plan.tiles) > 1 else []
    if tile is plan.tiles[0]:
        facts += [*_describe_box(job, box), *_list_panels(job, box)]
    return " ".join(facts)


def _list_panels(job: Job, box: BoundBox) -> Iterator[str]:
    for panel in box.panels:
        words = describe_face(job.scenes[panel.face])
        yield f"{panel.panel.name}: {words or 'no words'}."


def _page_boxes(box: BoundBox, plan: BoxPlan, tile: BoxTile) -> PageBoxes:
    """The die's own extent is the trim, y up."""
    left, height = tile.left + plan.die.left, plan.die.height
    low = tile.page.height - tile.top - plan.die.bottom
    trim = Rect(left, low, plan.die.width, height)
    return PageBoxes(tile.page, trim.inset_by(-box.bleed), trim)


def _forms(file: LayeredPdf, job: Job, box: BoundBox, plan: BoxPlan) -> dict[str, str]:
    """Each layer's content as a form of the block's size."""
    put = Transform(e=plan.die.left, f=plan.die.top)
    flip = _flipped(plan.block.height)
    place = flip.after(put)
    die = box.dieline
    cut = [_draw_panel(outline, place) for outline in (die.outline, *die.slits)]
    fold = [_draw_panel(outline, place) for outline in die.folds]
    content = {
        "art": "\n".join(_panel(file, job, panel, plan) for panel in box.panels),
        "fold": "\n".join(["q", pen_of("Crease", _LINE), _DASH, *fold, "Q"]),
        "cut": "\n".join(["q", pen_of("CutContour", _LINE), *cut, "Q"]),
    }
    forms = {name: file.add_form(code, plan.block) for name, code in content.items()}
    notes = Layer(tuple(_notes(job, box, plan)))
    return {**forms, "notes": file.form(notes, plan.block)}


def _show_tile(
    file: LayeredPdf, forms: dict[str, str], plan: BoxPlan, tile: BoxTile
) -> Iterator[str]:
    """A page: each layer's form, cut to what is printed on."""
    clip, height = tile.clip, tile.page.height
    window = _format_numbers(clip.left, height - clip.bottom, clip.width, clip.height)
    move = _format_numbers(1, 0, 0, 1, tile.left, height - tile.top - plan.block.height)
    for name in LAYERS:
        shown = f"q {window} re W n {move} cm /{forms[name]} Do Q"
        if name == "notes" and len(plan.tiles) > 1:
            join = file.form(Layer(tuple(_tile_joins(plan, tile))), tile.page)
            shown += f"\n/{join} Do"
        yield f"{layer_start(name)}\n{shown}\n{LAYER_END}"


# --- art -----------------------------------------------------------------------------------


class PlacedPanel(Struct, frozen=True):
    """A panel's face on the die: how it gets there, how far it may paint."""

    put: Transform
    clip: Rect


def place_panel(panel: BoundPanel) -> PlacedPanel:
    """The map from the face's page onto the die; y down on both."""
    angle = radians(panel.turn)
    turn = Transform(round(cos(angle)), round(sin(angle)), -round(sin(angle)), round(cos(angle)))
    trim = panel.face.size.trim_box
    corners = [turn.apply(x, y) for x in (trim.left, trim.right) for y in (trim.top, trim.bottom)]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    rect = panel.panel.rect
    return PlacedPanel(Transform(e=rect.left - left, f=rect.top - top).after(turn), panel.clip)


def _panel(file: LayeredPdf, job: Job, panel: BoundPanel, plan: BoxPlan) -> str:
    scene, on = job.scenes[panel.face], place_panel(panel)
    move = Transform(e=plan.die.left, f=plan.die.top)
    block = _flipped(plan.block.height)
    put = block.after(move).after(on.put).after(_flipped(scene.page.height))
    clip = on.clip
    low = plan.block.height - plan.die.top - clip.bottom
    window = _format_numbers(clip.left + plan.die.left, low, clip.width, clip.height)
    matrix = _format_numbers(put.a, put.b, put.c, put.d, put.e, put.f)
    layers = (scene.ground, scene.marks)
    shown = " ".join(f"/{file.form(layer, scene.page)} Do" for layer in layers if layer)
    return f"q {window} re W n {matrix} cm {shown} Q"


def _flipped(height: float) -> Transform:
    """From y down to y up, and back."""
    return Transform(d=-1.0, f=height)


# --- lines ---------------------------------------------------------------------------------


def _draw_panel(outline: Outline, place: Transform) -> str:
    return " ".join([*(_segment(segment, place) for segment in outline), "S"])


def _segment(segment: Move | Line | Curve | Close, place: Transform) -> str:
    match segment:
        case Move(x, y):
            return f"{_format_numbers(*place.apply(x, y))} m"
        case Line(x, y):
            return f"{_format_numbers(*place.apply(x, y))} l"
        case Curve(x1, y1, x2, y2, x, y):
            points = (place.apply(x1, y1), place.apply(x2, y2), place.apply(x, y))
            return f"{_format_numbers(*(value for point in points for value in point))} c"
        case Close():
            return "h"


def _format_numbers(*values: float) -> str:
    """In PDF's notation, to a hundred-thousandth of a point."""
    texts = (f"{value:.5f}".rstrip("0").rstrip(".") for value in values)
    return " ".join("0" if text == "-0" else text for text in texts)


# --- words ---------------------------------------------------------------------------------


@cache
def _ink() -> LineSetting:
    return LineSetting(
        open_face(DiskGame(shipped_folder()).asset(_FONT).data, name=_FONT, trusted=True),
        _TYPE,
        _INK,
    )


def describe_room(hollow: Hollow) -> str:
    """`64.5 × 18.3 × 89.9 mm`."""
    sides = (hollow.width, hollow.depth, hollow.height)
    return " × ".join(f"{millimeters(side):g}" for side in sides) + " mm"


def _notes(job: Job, box: BoundBox, plan: BoxPlan) -> Iterator[Item]:
    """Below the die what it is; on the glue flap what it is for."""
    ink, top = _ink(), plan.block.height - STRIP
    ink = replace(ink, fallbacks=find_name_faces(job, ink.face, job.name))
    for number, text in enumerate(_describe_box(job, box)):
        yield ink.line(text, 0.0, top + (4.5 + 3.5 * number) * _MM, room=plan.block.width)
    yield from _ruler(0.5, top + 11 * _MM)
    glue = box.dieline.panel("glue").rect
    middle = glue.center[0] + plan.die.left, glue.center[1] + plan.die.top
    word = ink.line("glue", -ink.width("glue") / 2, 0.3 * _TYPE)
    yield Group((word,), transform=Transform(0, 1, -1, 0, *middle))


def _describe_box(job: Job, box: BoundBox) -> tuple[str, str]:
    """What it is, and what its lines mean."""
    return (
        f"{job.name}: {box.name}. Inside {describe_room(box.dieline.hollow)} "
        f"for {box.count} cards; board {millimeters(box.dieline.board):g} mm.",
        "Magenta: cut. Cyan, dashed: fold. Print at 100 %; the ruler is 50 mm long.",
    )


def _ruler(left: float, middle: float) -> Iterator[Path]:
    yield _dotted_line(left, middle, left + _RULER, middle)
    for tick in range(6):
        x = left + tick * 10 * _MM
        yield _dotted_line(x, middle - _TICK, x, middle + _TICK)


def _tile_joins(plan: BoxPlan, tile: BoxTile) -> Iterator[Item]:
    """On a tile: where the next one is laid on, and which it is."""
    clip = tile.clip
    is_last = tile.column + 1 == plan.columns and tile.row + 1 == plan.rows
    join = "" if is_last else "; lay the next page on the dotted line"
    if tile.column + 1 < plan.columns:
        x = clip.right - OVERLAP
        yield from _seam(x, clip.top, x, clip.bottom)
    if tile.row + 1 < plan.rows:
        y = clip.bottom - OVERLAP
        yield from _seam(clip.left, y, clip.right, y)
    yield from _label(f"{_label_tile(plan, tile)}{join}", clip)


def _label_tile(plan: BoxPlan, tile: BoxTile) -> str:
    number = tile.row * plan.columns + tile.column + 1
    return f"page {number} of {len(plan.tiles)}: column {tile.column + 1}, row {tile.row + 1}"


def _seam(x1: float, y1: float, x2: float, y2: float) -> Iterator[Path]:
    """A dotted line that is seen on any ground."""
    yield Path((Move(x1, y1), Line(x2, y2)), stroke=Stroke(WHITE, 1.2))
    yield Path((Move(x1, y1), Line(x2, y2)), stroke=Stroke(_INK, 0.5, (1.0, 3.0)))


def _label(text: str, clip: Rect) -> Iterator[Item]:
    """Words at the foot of a page, on white."""
    ink = _ink()
    ground = Rect(clip.left, clip.bottom - 10, ink.width(text) + 6, 10)
    yield Path(rectangle(ground), fill=WHITE)
    yield ink.line(text, clip.left + 3, clip.bottom - 2.5)


def _dotted_line(x1: float, y1: float, x2: float, y2: float) -> Path:
    return Path((Move(x1, y1), Line(x2, y2)), stroke=Stroke(_INK, 0.4))
