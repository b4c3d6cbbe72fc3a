"""Icons of a game: pictures that stand in a line of text as `{name}`.

In      the `icons` of `game.yaml`.
Out     an `InlineIcon` for each name and alias; findings for files and names at fault.
"""

from __future__ import annotations

from cardgen.bind.bound_texts import InlineIcon
from cardgen.bind.card.palette import Palette
from cardgen.bind.pictures import PICTURE_FILES, PictureError, PictureStore, split_part
from cardgen.core.findings import Finding, Report, Span
from cardgen.files.game_files import GameFiles, UnreadableError, find_remedy
from cardgen.files.misnamed_files import guess_file
from cardgen.read.models.game_file import GameFile, IconSpec
from cardgen.scene.items import Bitmap
from cardgen.svg.color import CURRENT, UNPAINTED
from cardgen.svg.drawing import Drawing
from cardgen.svg.item_transforms import colors_of


def open_icons(
    file: GameFile,
    game: GameFiles,
    pictures: PictureStore,
    palette: Palette,
    report: Report,
) -> dict[str, InlineIcon]:
    """Open every icon once; aliases are further names for the same one."""
    icons, specs = dict[str, InlineIcon](), file.icons
    for name, spec in specs.items():
        place = spec.place("picture") if spec.node else file.place("icons", name)
        icon = _open(name, spec, place, game, pictures, palette, report)
        for index, alias in enumerate((name, *spec.aliases)):
            if alias in icons or (index and alias in specs):
                place = spec.place("aliases", index - 1)
                message = f"two icons are called `{alias}`"
                report.add(Finding("duplicate-icon", message, place, hint="rename one"))
            elif icon is not None:
                icons[alias] = icon
            else:
                report.lost.add(("icon", alias))
    return icons


def _open(
    name: str,
    spec: IconSpec,
    place: Span,
    game: GameFiles,
    pictures: PictureStore,
    palette: Palette,
    report: Report,
) -> InlineIcon | None:
    try:
        file, part = split_part(spec.picture)
        art = pictures.open(game.asset(file), report, part)
    except UnreadableError as error:
        guess = guess_file(split_part(spec.picture)[0], game, PICTURE_FILES)
        hint = f"did you mean `{guess}`?" if guess else "put the file into the game folder"
        hint = find_remedy(error.reason, hint)
        message = f"the picture `{spec.picture}` {error.reason}"
        report.add(Finding("missing-file", message, place, hint=hint))
        return None
    except PictureError as error:
        message = f"the picture `{spec.picture}` {error}"
        report.add(Finding("bad-picture", message, place, hint=error.hint))
        return None
    color = palette.color(spec.color, spec.place("color")) if spec.color else None
    if color is not None and isinstance(art, Drawing):
        _doubt_color(art, spec, report)
    if color is not None and isinstance(art, Bitmap):
        art = pictures.tinted(art, color.opaque)
    return InlineIcon(art, spec.height, f"[{name}]", spec.drop, color)


def _doubt_color(art: Drawing, spec: IconSpec, report: Report) -> None:
    """Report a color that nothing in the drawing takes."""
    if {CURRENT, UNPAINTED} & set(colors_of(art.items)):
        return
    message = "`color` says nothing here: the drawing has colors of its own"
    hint = 'leave it out, or write `fill="currentColor"` in the drawing'
    report.add(Finding("bad-recolor", message, spec.place("color"), "warning", hint=hint))
