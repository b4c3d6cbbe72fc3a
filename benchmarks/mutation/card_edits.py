"""Slips in the card tables: rows, copies, letters, marks, names, quotes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import pairwise

from benchmarks.mutation.novelty_text import (
    GAME,
    LAYOUTS,
    LETTERS,
    MOTIFS,
    Edit,
    blocks,
    changed,
    lines_of,
    numbers,
    resected,
    slipped,
    uncommented,
)  # fmt: skip


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
