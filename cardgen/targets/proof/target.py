"""Target `proof`: contact sheets, to look a deck over before it is printed.

Out     for each deck a PDF and PNGs of its cards cut to trim; the same with the bleed, trim
        and safe boxes drawn over the whole faces; a PNG of some faces as color-blind
        players see them.

A proof is the print: each face is the form that printing paints, placed smaller. A card
is shown once, with its copies counted. The overlay has the same card in the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.core.color import Color
from cardgen.core.findings import plural
from cardgen.core.geometry import Transform
from cardgen.core.sizes import Size, millimeters
from cardgen.files.output_folder import OutputFolder
from cardgen.files.work_records import TemporaryFolder
from cardgen.render.pdf.color_spaces import SCREEN
from cardgen.render.pdf.document import PdfFile
from cardgen.render.pdf.sheet_canvas import A4, Piece, Sheet, paper, place_faces, show_sheet
from cardgen.render.pdf.tag_tree import TagTree
from cardgen.render.workers.pool import Workers
from cardgen.scene.cut_outline import bleed_outline, safe_outline, trim_outline
from cardgen.scene.items import Item, Layer, Path, Stroke
from cardgen.scene.outlines import Line, Move, moved
from cardgen.targets.contract import Job, Target
from cardgen.targets.no_options import NoOptions
from cardgen.targets.proof.album import (
    MARGIN,
    PAPER,
    Album,
    AlbumPage,
    find_span,
    make_albums,
    make_title,
)
from cardgen.targets.proof.color_vision import make_color_vision_sheet
from cardgen.targets.proof.sheet_pictures import SheetPicture, paint_sheets, save_picture
from cardgen.targets.shared.card_text import describe_face
from cardgen.targets.shared.manifest import write_manifest
from cardgen.targets.shared.raster_file import close_raster

BLEED = Color(220, 24, 36)
TRIM = Color(20, 90, 220)
SAFE = Color(10, 150, 64)
_LINE = 0.6
_UNDER_WAY = 16
"""Pictures that workers have at a time."""


class ProofTarget(Target[NoOptions, tuple[Album, ...]]):
    """The proofs of every deck."""

    name = "proof"
    about = "contact sheets: every card at trim, with print boxes, as color-blind players see it"
    options = NoOptions
    drops_finishes = True

    def plan(self, job: Job, options: NoOptions) -> tuple[Album, ...]:
        del options
        return tuple(make_albums(job))

    def write(self, job: Job, plan: tuple[Album, ...], output: OutputFolder) -> str:
        total = sum(2 * len(_pages(album)) + 1 for album in plan)
        with TemporaryFolder() as folder:
            painted = _paint(job, plan, output, folder)
            workers = Workers() if job.workers.away else job.workers  # who see our files
            pictures = workers.stream(save_picture, painted, _UNDER_WAY)
            try:
                for done, _ in enumerate(pictures, 1):
                    job.progress("proof", done, total)
            finally:
                pictures.close()
                close_raster()
        write_manifest(output, job, self.name, _manifest(plan))
        return f"{total} contact sheets and {2 * len(plan)} PDFs"


def _manifest(albums: Sequence[Album]) -> dict[str, object]:
    """Which cards each contact sheet shows, with their copies and slots."""
    sheets = [
        {
            "deck": album.deck.name,
            "side": page.side,
            "file": f"{album.label}-{page.side}-{page.number}.png",
            "overlay": f"{album.label}-overlay-{number}.png",
            "cards": [
                {"card": entry.name, "copies": entry.copies, "slots": entry.slots}
                for entry in page.entries
            ],
        }
        for album in albums
        for number, page in enumerate(_pages(album), 1)
    ]
    vision = [f"{album.label}-vision.png" for album in albums]
    return {"sheets": sheets, "vision": vision}


def _paint(
    job: Job, albums: Sequence[Album], output: OutputFolder, folder: str
) -> Iterator[SheetPicture]:
    """Write the PDFs of each deck, and paint its pictures.

    First comes what takes a worker as long as ten others, so that no core waits for it at the end.
    """
    for album in albums:
        deck, pictures = album.label, job.game.pictures
        sheet, bands = make_color_vision_sheet(album)
        file = str(output.path(f"{deck}-vision.png"))
        yield from paint_sheets({file: sheet}, folder, pictures, bands)
        plain, overlaid = (_sheets(album, overlay=overlay) for overlay in (False, True))
        every = {**plain, **overlaid}
        files = {str(output.path(f"{name}.png")): sheet for name, sheet in every.items()}
        yield from paint_sheets(files, folder, pictures)
        faces = (entry.face for entries in album.sides.values() for entry in entries)
        job.pack_ahead(faces, SCREEN)
        for part, named in (("", plain), ("-overlay", overlaid)):
            pdf = _pdf(job, named.values(), f"{job.name}: {album.deck.name}{part}")
            output.write(f"{deck}{part}.pdf", pdf)


def _pdf(job: Job, sheets: Iterable[Sheet], title: str) -> bytes:
    """A page for each sheet, read as the names and words of its cards."""
    tags = TagTree(job.game.spec.file.language, accessible=True)
    file = PdfFile(job.game.pictures, title=title, tags=tags, packer=job.packer)
    for sheet in sheets:
        show_sheet(file, sheet)
    return file.save()


# --- contact sheets ------------------------------------------------------------------------


def _pages(album: Album) -> list[AlbumPage]:
    room = len(album.grid.boxes)
    return [
        AlbumPage(side, number, entries[start : start + room])
        for side, entries in album.sides.items()
        for number, start in enumerate(range(0, len(entries), room), 1)
    ]


def _sheets(album: Album, *, overlay: bool) -> dict[str, Sheet]:
    """Every sheet of a deck by the name of its file."""
    deck, pages = album.label, _pages(album)
    made = {}
    for number, page in enumerate(pages, 1):
        name = f"{deck}-overlay-{number}" if overlay else f"{deck}-{page.side}-{page.number}"
        header = _header(album, page.side, f"page {number} / {len(pages)}")
        items = [*header, *_captions(album, page)]
        if overlay:
            items += [*_legend(album), *_boxes(album, page)]
        bookmark = page.side if page.number == 1 else ""
        made[name] = _sheet(album, page, Layer(tuple(items)), bookmark, trimmed=not overlay)
    return made


def _sheet(album: Album, page: AlbumPage, words: Layer, bookmark: str, *, trimmed: bool) -> Sheet:
    placed = zip((entry.face for entry in page.entries), album.grid.boxes, strict=False)
    ground, marks = place_faces(placed, album.grid.scale, trimmed=trimmed)
    said = _describe(album, page)
    return Sheet(A4, (paper(A4, PAPER), *ground), (*marks, Piece(words, A4)), bookmark, said)


def _describe(album: Album, page: AlbumPage) -> str:
    """Which cards are on a sheet, and what is printed on each."""
    cards = (f"{entry.name}: {describe_face(entry.face)}" for entry in page.entries)
    return ". ".join((f"{album.deck.name}, {page.side}", *cards))


def _header(album: Album, side: str, page: str) -> Iterator[Item]:
    size, grid = album.size, album.grid
    cards, printed = len(album.deck.cards), album.deck.total
    facts = (
        plural(cards, "card") + (f", {printed} with copies" if printed > cards else ""),
        f"{size.name}, {_trim(size)}",
        f"shown at {round(grid.scale * 100)} %",
    )
    span = find_span(A4, size.bleed * grid.scale)
    yield from make_title(album, f"{album.deck.name}, {side}", span, page)
    yield album.inks.quiet.line(
        "  ·  ".join(facts), span[0], MARGIN + 24, room=0.56 * (span[1] - span[0])
    )


def _captions(album: Album, page: AlbumPage) -> Iterator[Item]:
    """Below each card, from trim to trim: its name and copies, its slots."""
    inks, inset = album.inks, album.size.bleed * album.grid.scale
    for entry, box in zip(page.entries, album.grid.boxes, strict=False):
        left, right, line = box.left + inset, box.right - inset, box.bottom + 11
        copies = f"×{entry.copies}" if entry.copies > 1 else ""
        room = right - left - (inks.text.width(copies) + 6 if copies else 0)
        yield inks.text.line(entry.name, left, line, room=room)
        if copies:
            yield inks.text.line(copies, right, line, align="right")
        yield inks.quiet.line(entry.slots, left, line + 10.5, room=right - left)


# --- overlay -------------------------------------------------------------------------------


def _boxes(album: Album, page: AlbumPage) -> Iterator[Path]:
    """The three boxes, thin, over every card."""
    size, scale = album.size, album.grid.scale
    for entry, box in zip(page.entries, album.grid.boxes, strict=False):
        put = Transform(scale, 0, 0, scale, box.left, box.top)
        cut = entry.face.cut or trim_outline(size)
        lines = ((bleed_outline(size), BLEED), (cut, TRIM), (safe_outline(size), SAFE))
        for outline, color in lines:
            yield Path(moved(outline, put), stroke=Stroke(color, _LINE))


def _legend(album: Album) -> Iterator[Item]:
    """What the lines mean, from the right edge of the header."""
    size, ink = album.size, album.inks.quiet
    corner = f", corners {_mm(size.corner)}" if size.shape == "rectangle" and size.corner else ""
    x, y = find_span(A4, size.bleed * album.grid.scale)[1], MARGIN + 24
    for color, text in (
        (SAFE, f"safe, {_mm(size.safe)} inside"),
        (TRIM, f"trim{corner}"),
        (BLEED, f"bleed, {_mm(size.bleed)} outside"),
    ):
        yield ink.line(text, x, y, align="right")
        x -= ink.width(text) + 4
        swatch = (Move(x - 14, y - 2.5), Line(x, y - 2.5))
        yield Path(swatch, stroke=Stroke(color, 2 * _LINE))
        x -= 14 + 12


def _trim(size: Size) -> str:
    return f"{millimeters(size.trim.width):g} × {_mm(size.trim.height)}"


def _mm(points: float) -> str:
    return f"{round(millimeters(points), 1):g} mm"
