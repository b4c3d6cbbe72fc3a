"""How much of what a tired designer does to a game `cardgen check` finds.

    .venv/bin/python -m benchmarks.mutation [edits] [seed]

In      Novelty as it stands, edits at random from a seed.
Out     figures a kind of edit, and every edit that was missed.

Each edit is single: a row deleted, a letter changed, a box moved by 3 mm. It is caught if
there is a finding that was not there before, in the edited row or element or in what depends
on it: a count of the edited cards, an element that names the edited style, font or colour.
The place of a finding's note counts too.

Checks that need pixels are run only where the others find nothing: what is caught is the
same, in a fifth of the time.
"""

from __future__ import annotations

import io
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from PIL import Image

from cardgen.check.engine.registry import all_checks
from cardgen.core.findings import Finding, Report, Span
from cardgen.files.game_files import MemoryGame
from cardgen.pipeline.inspection import Checked, check_game

ROOT = Path(__file__).resolve().parent.parent
NOVELTY = ROOT / "card_data" / "novelty"
EDITS, SEED = 300, 4
LETTERS, MOTIFS, LAYOUTS = "letters.yaml", "motifs.yaml", "layouts.yaml"
GAME, COMPOSITION = "game.yaml", "composition.yaml"

Files = Mapping[str, str | bytes]


@dataclass(frozen=True)
class Edit:
    """A change of one file: lines `first` to `last` (1-based, of the new text) are new.

    `words` are the names that were edited: a row or element that holds one depends on it.
    """

    file: str
    text: str
    first: int
    last: int
    words: tuple[str, ...] = ()
    what: str = ""
    asset: tuple[str, bytes] | None = None

    @property
    def lines(self) -> tuple[int, int]:
        return self.first, self.last


@dataclass(frozen=True)
class Kind:
    """A kind of edit. `composed` where it changes what the composition counts."""

    name: str
    make: Callable[[random.Random], Edit]
    composed: bool = False


# --- the game ------------------------------------------------------------------------------


@cache
def novelty() -> Mapping[str, str]:
    return {file.name: file.read_text("utf-8") for file in sorted(NOVELTY.glob("*.yaml"))}


@cache
def assets() -> Mapping[str, str | bytes]:
    """The files of the game that are not edited: drawings, rules."""
    files = (file for file in sorted(NOVELTY.rglob("*")) if file.is_file())
    return {
        file.relative_to(NOVELTY).as_posix(): file.read_bytes()
        for file in files
        if file.name not in novelty()
    }


def lines_of(file: str) -> list[str]:
    return novelty()[file].split("\n")


def numbers(file: str, pattern: str) -> list[int]:
    """The indices of the lines that match."""
    return [i for i, line in enumerate(lines_of(file)) if re.search(pattern, uncommented(line))]


def uncommented(line: str) -> str:
    """The line without its comment, which no edit is made in."""
    return re.sub(r"(?:^|\s)#\s.*$", "", line)


@cache
def blocks(file: str) -> tuple[range, ...]:
    """The lines of each motif."""
    starts = [i for i, line in enumerate(lines_of(file)) if line.startswith("- ")]
    ends = [*starts[1:], len(lines_of(file)) - 1]
    return tuple(range(start, end) for start, end in zip(starts, ends, strict=True))


def changed(file: str, index: int, new: str, *words: str) -> Edit:
    """A line replaced by another."""
    lines = lines_of(file)
    old, lines[index] = lines[index], new
    assert old != new, old
    what = f"{file}:{index + 1}: {_shortened(old, new)}"
    return Edit(file, "\n".join(lines), index + 1, index + 1, words, what)


def _shortened(old: str, new: str) -> str:
    """What differs, with a little around it."""
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(new))
    left = max(0, start - 24)
    return f"{old[left : start + 24].strip()} → {new[left : start + 24].strip()}"


def resected(file: str, rows: range, put: list[str], what: str, *words: str) -> Edit:
    """Lines taken out, others put in their place; the lines beside a hole count as new."""
    lines = lines_of(file)
    what = f"{file}:{rows.start + 1}: {what} {lines[rows.start][:60]}"
    lines[rows.start : rows.stop] = put
    first, last = rows.start + 1, rows.start + max(1, len(put))
    return Edit(file, "\n".join(lines), first, last, words, what)


def slipped(chance: random.Random, word: str) -> str:
    """A word with a slip of the fingers: a letter left out, doubled, swapped or wrong."""
    at = chance.randrange(len(word))
    keys = "abcdefghijklmnopqrstuvwxyz"
    wrong = chance.choice([key for key in keys if key != word[at].lower()])
    made = [
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :] if at else "",
        word[:at] + wrong + word[at + 1 :],
    ]
    chance.shuffle(made)
    return next(slip for slip in made if slip.strip() and slip != word)


# --- edits of cards ------------------------------------------------------------------------


def row_of(index: int) -> dict[str, str]:
    """The fields of a letter's row, as typed."""
    inner = lines_of(LETTERS)[index][3:-1]
    return dict(re.findall(r"(\w+): ((?:\"[^\"]*\"|[^,\"])+)", inner))


def letter_rows() -> list[int]:
    return numbers(LETTERS, r"^- \{")


def delete_row(chance: random.Random) -> Edit:
    if chance.random() < 0.5:
        index = chance.choice(letter_rows())
        return resected(LETTERS, range(index, index + 1), [], "deleted")
    block = chance.choice(blocks(MOTIFS))
    return resected(MOTIFS, block, [], "deleted")


def duplicate_row(chance: random.Random) -> Edit:
    rows = [range(i, i + 1) for i in letter_rows()]
    file, block = chance.choice(
        [(LETTERS, chance.choice(rows)), (MOTIFS, chance.choice(blocks(MOTIFS)))]
    )
    same = lines_of(file)[block.start : block.stop]
    return resected(file, block, same + same, "doubled")


def change_field(chance: random.Random, name: str, new: Callable[[str], str]) -> Edit:
    """Another value of a field on some row of the letters."""
    index = chance.choice([i for i in letter_rows() if name in row_of(i)])
    old = row_of(index)[name].strip()
    value = new(old)
    line = lines_of(LETTERS)[index].replace(f"{name}: {old}", f"{name}: {value}", 1)
    return changed(LETTERS, index, line)


def change_copies(chance: random.Random) -> Edit:
    return change_field(chance, "copies", lambda old: chance.choice([str(int(old) + 1), "0", "22"]))


def change_letter(chance: random.Random) -> Edit:
    letters = sorted({row_of(i)["letter"] for i in letter_rows()})
    return change_field(
        chance, "letter", lambda old: chance.choice([one for one in letters if one != old])
    )


def change_points(chance: random.Random) -> Edit:
    return change_field(
        chance, "points", lambda old: chance.choice([str(int(old) + 1), str(int(old) - 1), "11"])
    )


def change_mark(chance: random.Random) -> Edit:
    """The other mark, none, or one where there was none."""
    index = chance.choice([i for i in letter_rows() if "effect" not in row_of(i)])
    line, mark = lines_of(LETTERS)[index], row_of(index).get("mark")
    other = "red" if mark == "blue" else "blue"
    if mark is None:
        return changed(LETTERS, index, line.replace("}", f", mark: {other}}}"))
    new = chance.choice([line.replace(f"mark: {mark}", f"mark: {other}"),
                         line.replace(f", mark: {mark}", "")])  # fmt: skip
    return changed(LETTERS, index, new)


def swap_effects(chance: random.Random) -> Edit:
    """Two neighbouring effects change places: one of them is looked at."""
    if chance.random() < 0.5:
        file, rows = LETTERS, [i for i in letter_rows() if "effect" in row_of(i)]
    else:
        file, rows = MOTIFS, numbers(MOTIFS, r"^  effect: ")
    pairs = [(a, b) for a, b in pairwise(rows) if _effect(file, a) != _effect(file, b)]
    a, b = chance.choice(pairs)
    lines = lines_of(file)
    first, second = _effect(file, a), _effect(file, b)
    lines[a], lines[b] = lines[a].replace(first, second), lines[b].replace(second, first)
    what = f"{file}:{a + 1}: effects swapped with line {b + 1}"
    return Edit(file, "\n".join(lines), a + 1, b + 1, (), what)


def _effect(file: str, index: int) -> str:
    if file == LETTERS:
        return row_of(index)["effect"]
    return lines_of(file)[index].removeprefix("  effect: ")


def misspell_name(chance: random.Random) -> Edit:
    index = chance.choice(numbers(MOTIFS, r"^- name: "))
    name = lines_of(MOTIFS)[index].removeprefix("- name: ")
    word = chance.choice(re.findall(r"\w{3,}", name))
    return changed(MOTIFS, index, lines_of(MOTIFS)[index].replace(word, slipped(chance, word)))


def rename_field(chance: random.Random) -> Edit:
    """A field's name with a slip, on one card."""
    file = chance.choice((LETTERS, MOTIFS))
    index = chance.choice(numbers(file, r"^(- |  )\{?\w+: "))
    line = lines_of(file)[index]
    field = chance.choice(re.findall(r"(?:^- |^  |\{|, )(\w+):", line))
    return changed(file, index, line.replace(f"{field}:", f"{slipped(chance, field)}:", 1))


def break_quote(chance: random.Random) -> Edit:
    """The mark that ends a quote, or begins it, is lost; within it as often as around it."""
    index = chance.choice(numbers(MOTIFS, r'^  quote: ".*"$'))
    line = lines_of(MOTIFS)[index]
    inner = [found.start() for found in re.finditer(r'\\"', line)]
    places = [line.index('"'), len(line) - 1]
    if inner and chance.random() < 0.5:
        at = chance.choice(inner)
        return changed(MOTIFS, index, line[:at] + line[at + 2 :])
    at = chance.choice(places)
    return changed(MOTIFS, index, line[:at] + line[at + 1 :])


def drop_brace(chance: random.Random) -> Edit:
    """A bracket or brace lost, on a card or in a layout."""
    file = chance.choice((LETTERS, LAYOUTS, GAME))
    index = chance.choice(numbers(file, r"[]}{[]"))
    line = uncommented(lines_of(file)[index])
    at = chance.choice([found.start() for found in re.finditer(r"[]}{[]", line)])
    return changed(file, index, line[:at] + line[at + 1 :])


# --- edits of layouts and the game ---------------------------------------------------------


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


KINDS = (
    Kind("delete a row", delete_row, True),
    Kind("duplicate a row", duplicate_row, True),
    Kind("change copies", change_copies, True),
    Kind("change a letter", change_letter, True),
    Kind("change points", change_points),
    Kind("change a mark", change_mark, True),
    Kind("swap two effects", swap_effects),
    Kind("misspell a word in a name", misspell_name, True),
    Kind("rename a field", rename_field),
    Kind("break a quote's end", break_quote),
    Kind("drop a bracket or brace", drop_brace),
    Kind("shrink a picture", shrink_picture),
    Kind("move a box by 3 mm", move_box),
    Kind("slip in a size or leading", change_size),
    Kind("misspell a style", misspell_style),
    Kind("misspell a font", misspell_font),
    Kind("misspell a colour", misspell_color),
    Kind("misspell a layout", misspell_layout),
    Kind("misspell a field in a template", misspell_template),
    Kind("misspell a property", misspell_key),
    Kind("take another font", other_font),
    Kind("change a composition count", change_count, True),
    Kind("remove a font's entry", remove_fonts),
)


# --- looking -------------------------------------------------------------------------------


def looked_at(files: Files, *, pixels: bool) -> tuple[Checked | None, tuple[Finding, ...]]:
    report = Report()
    checked = check_game(
        MemoryGame({**assets(), **files}), report, checks=all_checks(pixels=pixels)
    )
    return checked, report.findings


def cards_of(checked: Checked) -> Counter[tuple[str, int, int | None]]:
    """What is printed: how many cards of a deck have these two faces."""
    scenes = checked.laid.scenes
    counts: Counter[tuple[str, int, int | None]] = Counter()
    for deck in checked.bound.decks:
        for card in deck.cards:
            back = hash(scenes[card.back]) if card.back else None
            counts[deck.name, hash(scenes[card.front]), back] += card.copies
    return counts


def _key(finding: Finding) -> tuple[str, str]:
    """What stays the same where an edit only moves a finding to another line."""
    return finding.code, "\n".join([finding.message, *(note.message for note in finding.notes)])


@cache
def before() -> tuple[Counter[tuple[str, str]], Counter[tuple[str, int, int | None]]]:
    """What is found in Novelty as it stands, and what is printed."""
    checked, found = looked_at(novelty(), pixels=True)
    assert checked is not None, found
    return Counter(map(_key, found)), cards_of(checked)


def new_findings(found: tuple[Finding, ...]) -> Iterator[Finding]:
    known = Counter(before()[0])
    for finding in found:
        known[_key(finding)] -= 1
        if known[_key(finding)] < 0:
            yield finding


@dataclass(frozen=True)
class Seen:
    """The new findings that stand where the edit was made, all new ones, and whether the edit
    leaves every card as it was."""

    placed: list[Finding]
    new: list[Finding]
    idle: bool


def look(edit: Edit) -> Seen:
    files: dict[str, str | bytes] = {**novelty(), edit.file: edit.text}
    if edit.asset:
        files[edit.asset[0]] = edit.asset[1]
    for pixels in (False, True):
        checked, found = looked_at(files, pixels=pixels)
        new = list(new_findings(found))
        placed = [finding for finding in new if _is_placed(finding, edit, files)]
        if placed or checked is None:
            return Seen(placed, new, False)
        if not new and cards_of(checked) == before()[1]:
            return Seen([], [], edit.file != COMPOSITION)
    return Seen([], new, False)


def _is_placed(finding: Finding, edit: Edit, files: Files) -> bool:
    spans = (finding.span, *(note.span for note in finding.notes))
    return any(span is not None and _depends(span, edit, files) for span in spans)


def _depends(span: Span, edit: Edit, files: Files) -> bool:
    """Whether a place is in the row or element that was edited, counts the edited cards, or is
    in a row or element that names what was edited."""
    if span.file == edit.file and _holds(_around(edit.file, edit.text, edit.lines), span.line):
        return True
    if span.file == COMPOSITION and edit.file in (LETTERS, MOTIFS):
        return True
    content = edit.text if span.file == edit.file else files.get(span.file, "")
    if not isinstance(content, str):
        return False
    first, last = _around(span.file, content, (span.line, span.line))
    block = "\n".join(content.split("\n")[first - 1 : last])
    return any(re.search(rf"(?<![\w-]){re.escape(w)}(?![\w-])", block) for w in edit.words)


def _holds(lines: tuple[int, int], line: int) -> bool:
    return lines[0] <= line <= lines[1]


def _around(file: str, text: str, edited: tuple[int, int]) -> tuple[int, int]:
    """The lines of the row or element that some lines are in.

    It begins with the `- ` that the first line is indented behind, and ends before a line that
    is indented no deeper. Files of one entry a line are taken line by line.
    """
    lines, (first, last) = text.split("\n"), edited
    if file not in (MOTIFS, LAYOUTS) or first > len(lines):
        return edited
    inside = _indent(lines[first - 1])
    for number in range(first, 0, -1):
        line = lines[number - 1]
        if line.lstrip().startswith("- ") and (number == first or _indent(line) <= inside - 2):
            while last < len(lines) and (
                not lines[last].strip() or _indent(lines[last]) > _indent(line)
            ):
                last += 1
            return number, last
    return edited


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


# --- the run -------------------------------------------------------------------------------


@dataclass
class Tally:
    """Of one kind: how many edits, how many caught, and what was missed."""

    made: int = 0
    caught: int = 0


def made(kind: Kind, chance: random.Random) -> tuple[Edit, Seen]:
    """An edit and what is seen of it. One that leaves every card as it was is no fault (two rows
    that differ in their effect alone, whose effects are swapped), and another is made."""
    while True:
        edit = kind.make(chance)
        seen = look(edit)
        if not seen.idle:
            return edit, seen


def run(count: int, seed: int) -> tuple[dict[Kind, Tally], list[str]]:
    """Make and look at so many edits.

    Returns:
        The tally of each kind, and a line for each edit that was missed.
    """
    chance = random.Random(seed)
    tallies: dict[Kind, Tally] = defaultdict(Tally)
    missed = []
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        edit, seen = made(kind, chance)
        tallies[kind].made += 1
        tallies[kind].caught += bool(seen.placed)
        if not seen.placed:
            elsewhere = "; ".join(f"{f.code} at {f.span}" for f in seen.new[:3]) or "nothing found"
            missed.append(f"{kind.name}: {edit.what}  [{elsewhere}]")
    return dict(tallies), missed


def share(tallies: list[Tally]) -> str:
    made, caught_ = sum(t.made for t in tallies), sum(t.caught for t in tallies)
    return f"{caught_:3} of {made:3}   {100 * caught_ / max(1, made):5.1f} %"


def main() -> None:
    given = [int(word) for word in sys.argv[1:3]]
    count, seed = (*given, *(EDITS, SEED)[len(given) :])
    started = time.perf_counter()
    tallies, missed = run(count, seed)
    for kind, tally in tallies.items():
        print(f"{kind.name:32} {share([tally])}")
    composed = [tally for kind, tally in tallies.items() if kind.composed]
    print(f"\n{'that change the composition':32} {share(composed)}")
    print(f"{'all':32} {share(list(tallies.values()))}")
    print(f"\n{time.perf_counter() - started:.0f} s, seed {seed}; missed:\n")
    print("\n".join(missed) or "nothing")


if __name__ == "__main__":
    main()
