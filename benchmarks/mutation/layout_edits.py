"""Slips in layouts, styles, fonts, pictures and the composition."""

from __future__ import annotations

import io
import random
import re

from PIL import Image

from benchmarks.mutation.novelty_text import (
    COMPOSITION,
    GAME,
    LAYOUTS,
    ROOT,
    Edit,
    changed,
    lines_of,
    novelty,
    numbers,
    resected,
    slipped,
    uncommented,
)  # fmt: skip


def shrink_picture(chance: random.Random) -> Edit:
    """A picture saved small, as for the web."""
    index = chance.choice(numbers(LAYOUTS, r"picture: [\w-]+\.jpg"))
    name = lines_of(LAYOUTS)[index].split("picture: ")[1].split(".jpg")[0] + ".jpg"
    share = chance.choice((0.05, 0.1, 0.25, 0.5))
    with Image.open(ROOT / "textures" / name) as image:
        small = image.resize((round(image.width * share), round(image.height * share)))
    out = io.BytesIO()
    small.save(out, "JPEG")
    what = f"{name}: {share:.0%} of its size, {small.width} x {small.height}"
    text = novelty()[LAYOUTS]
    return Edit(LAYOUTS, text, index + 1, index + 1, (name,), what, (name, out.getvalue()))


_BOX = r"\b(?:left|right|top|bottom|width|height|baseline): (-?[\d.]+)mm"


def move_box(chance: random.Random) -> Edit:
    """A box's side or size, or a baseline, 3 mm off."""
    index = chance.choice(numbers(LAYOUTS, _BOX))
    line = lines_of(LAYOUTS)[index]
    found = chance.choice(list(re.finditer(_BOX, uncommented(line))))
    by = chance.choice((3, -3))
    new = f"{float(found[1]) + by:g}"
    return changed(LAYOUTS, index, line[: found.start(1)] + new + line[found.end(1) :])


_SIZE = r"\b(?:size|min-size|leading|stroke-width): ([\d.]+)(pt)?"


def change_size(chance: random.Random) -> Edit:
    """A slip in a size or leading: a digit lost or doubled, the unit or the point lost."""
    index = chance.choice(numbers(LAYOUTS, _SIZE))
    line = lines_of(LAYOUTS)[index]
    found = chance.choice(list(re.finditer(_SIZE, uncommented(line))))
    number, unit = found[1], found[2] or ""
    at = chance.randrange(len(number))
    slips = [number[:at] + number[at + 1 :] + unit, number[:at] + number[at] + number[at:] + unit]
    slips += [number] * bool(unit) + [number.replace(".", "") + unit] * ("." in number)
    good = [slip for slip in slips if slip and slip != number + unit]
    new = line[: found.start(1)] + chance.choice(good) + line[found.end() :]
    return changed(LAYOUTS, index, new, *styles_of(index))


def styles_of(index: int) -> tuple[str, ...]:
    """The style that a line belongs to, and those that extend it."""
    lines = lines_of(LAYOUTS)
    if index > lines.index("layouts:"):
        return ()
    heads = (re.match(r"  ([\w-]+):", line) for line in lines[index::-1])
    names = [next(head[1] for head in heads if head)]
    for line in lines:
        child = re.match(r"  ([\w-]+): \{extends: ([\w-]+)", line)
        if child and child[2] in names:
            names.append(child[1])
    return tuple(names)


def misspell(chance: random.Random, file: str, pattern: str) -> Edit:
    """A slip in what a pattern's group matches."""
    index = chance.choice(numbers(file, pattern))
    line = lines_of(file)[index]
    found = chance.choice(list(re.finditer(pattern, uncommented(line))))
    word = found[1]
    return changed(
        file, index, line[: found.start(1)] + slipped(chance, word) + line[found.end(1) :], word
    )


def misspell_style(chance: random.Random) -> Edit:
    pattern = chance.choice(
        (r"\bstyle: ([\w-]+)", r"^  ([\w-]+): \{extends: ", r"\{extends: ([\w-]+)")
    )
    return misspell(chance, LAYOUTS, pattern)


def misspell_font(chance: random.Random) -> Edit:
    if chance.random() < 0.5:
        return misspell(chance, LAYOUTS, r"\bfont: (\w+)")
    return misspell(chance, GAME, r"fonts/([\w-]+)\.ttf")


def misspell_color(chance: random.Random) -> Edit:
    if chance.random() < 0.7:
        return misspell(chance, LAYOUTS, r"\b(?:color|fill|stroke): ([a-z][\w-]*)")
    return misspell(chance, GAME, r'^  ([\w-]+): "#')


def misspell_layout(chance: random.Random) -> Edit:
    if chance.random() < 0.5:
        return misspell(chance, GAME, r"\b(?:front|back): ([\w-]+)")
    return misspell(chance, LAYOUTS, r"^    extends: ([\w-]+)")


def misspell_template(chance: random.Random) -> Edit:
    """A slip in the name of a field, in a text or condition."""
    return misspell(
        chance, LAYOUTS, r"(?:\{\{ |when: \"?(?:not )?|in )(letter|mark|effect|quote|name)\b"
    )


def misspell_key(chance: random.Random) -> Edit:
    """A slip in the name of a property of an element or style."""
    keys = (
        "style|color|baseline|align|balance|when|left|right|bottom|height|valign|gap|width|name|fit"
    )
    return misspell(chance, LAYOUTS, rf"(?:^ +|\{{|, )({keys}): ")


def other_font(chance: random.Random) -> Edit:
    """Another file for a face: one without the glyphs, small capitals or swashes."""
    index = chance.choice(numbers(GAME, r"(?:regular|italic): fonts/"))
    key = lines_of(GAME)[index].split(":")[0]
    file = "fonts/Fraunces-SemiBoldItalic.ttf" if "italic" in key else "fonts/Fraunces-SemiBold.ttf"
    return changed(GAME, index, f"{key}: {file}", "text")


def change_count(chance: random.Random) -> Edit:
    pattern = r"^      .+: (\d+)$|^  total: (\d+)$|mark: \{red: (\d+)"
    index = chance.choice(numbers(COMPOSITION, pattern))
    line = lines_of(COMPOSITION)[index]
    found = re.search(r"\d+", line)
    assert found is not None
    count = chance.choice((int(found[0]) + 1, int(found[0]) - 1))
    new = line[: found.start()] + str(count) + line[found.end() :]
    return changed(COMPOSITION, index, new)


def remove_fonts(chance: random.Random) -> Edit:
    """The whole entry `fonts:`, or a line of it."""
    start = numbers(GAME, r"^fonts:")[0]
    end = next(i for i in range(start + 1, 99) if not lines_of(GAME)[i].strip())
    rows = [range(start, end), *(range(i, i + 1) for i in numbers(GAME, r"fonts/\w"))]
    rows = [row for row in rows if "bold:" not in lines_of(GAME)[row.start]]
    return resected(GAME, chance.choice(rows), [], "removed", "display", "text", "text italic")
