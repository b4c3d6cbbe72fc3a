"""`UPLOAD.md`: what to do at The Game Crafter, with a game's own figures.

In      what the target says of each component, and of decks that have none.
Out     Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.core.findings import plural
from cardgen.targets.shared.markdown_names import escape_name


def write_upload_guide(game: str, made: Sequence[Mapping[str, Any]], without: Sequence[str]) -> str:
    """The guide: a table, what to do for each component, what to know of the files."""
    lines = [
        f"# {escape_name(game)}: uploading to The Game Crafter",
        "",
        "| component | deck | cards | pixels | folder |",
        "|---|---|---|---|---|",
        *(_row(one) for one in made),
        "",
        "Make a game, then do this for each component. The files are 8-bit RGB PNGs of the exact "
        "pixels that it asks for.",
        "",
    ]
    for one in made:
        steps = [f"{number}. {step}" for number, step in enumerate(_steps(one), 1)]
        lines += [f"## {escape_name(one['deck'])}", "", *steps, ""]
    lines += ["## How the names are read", "", *_names(), ""]
    lines += ["## Edges", "", *_edges(made), ""]
    if without:
        lines += ["## Not here", "", *(f"- {sentence}." for sentence in without), ""]
    return "\n".join(lines)


def _row(one: Mapping[str, Any]) -> str:
    width, height = one["pixels"]
    deck, pixels = escape_name(one["deck"]), f"{width} × {height}"
    return f"| {one['component']} | {deck} | {one['cards']} | {pixels} | `{one['folder']}/` |"


def _steps(one: Mapping[str, Any]) -> Iterator[str]:
    yield f"Add the component `{one['component']}`, and call it {escape_name(one['deck'])}."
    if one["shared_back"]:
        yield f"Its back is `{one['folder']}/back.png`: upload it as the back of the component."
    which = "all other files" if one["shared_back"] else "all files"
    yield (
        f"Upload {which} of `{one['folder']}/` at once; card, side and quantity are in their names."
    )
    if one["turned"]:
        yield (
            "The component stands upright, the cards lie on their side: the top of a card is at "
            "the right of its face and at the left of its back. Leave the files as they are."
        )
    if one["own_backs"] or one["both_sides"]:
        yield "Cards with backs of their own bring them: look that none has the common back."
    cards = plural(one["cards"], "card")
    yield f"Look through the proofs: {cards}, each quantity as in `manifest.json`."


def _names() -> list[str]:
    return [
        "`fox[face].png` is the front of the card `fox`, `fox[face,3].png` the front of three "
        "copies, `fox[back].png` its back, `fox[all].png` both sides.",
    ]


def _edges(made: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What was done to faces whose bleed is not the component's."""
    yield (
        "Nothing is scaled, and the trim is in the middle of the file. Where the service wants "
        "more bleed than the faces have, their outermost pixels are repeated; where it wants "
        "less, the faces are cropped."
    )
    yield ""
    for one in made:
        across, down = one["carried_on_px"]
        deck = escape_name(one["deck"])
        if across or down:
            yield (
                f"- {deck}: repeated {across} pixels at the left and right, {down} at the "
                "top and bottom."
            )
        else:
            yield f"- {deck}: nothing had to be repeated."
