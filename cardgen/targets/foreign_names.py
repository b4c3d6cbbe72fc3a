"""What other tools and services call the targets, and the options of sheets.

In      a name that no target, or option, has.
Out     a hint with the one that is meant, or the nearest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cardgen.core.findings import did_you_mean

_PDF = (
    "`sheets` is a PDF to print at home, `pdfx4` one for a print shop, and `mpc` holds one for"
    " looking through"
)
_TARGETS = {
    "booklet": "instructions manual rulebook rules",
    "box": "boxes tuck tuck-box tuckbox",
    "data": "csv json spreadsheet xlsx",
    "drivethru": "drivethrucards dtc onebookshelf",
    "gallery": "html page site web website",
    "gamecrafter": "game-crafter tgc the-game-crafter thegamecrafter",
    "images": "image jpeg jpg pictures png pngs webp",
    "mpc": "make-playing-cards makeplayingcards makeplayingcards.com mpc-autofill mpcfill",
    "pcio": "playingcards playingcards.io",
    "pdfx4": "cmyk pdf-x pdfx press prepress",
    "proof": "contact contact-sheet proofs",
    "sheets": "a4 home letter pnp print print-and-play printable printandplay sheet",
    "showcase": "3d mockup mockups render",
    "ttpg": "tabletop-playground tabletopplayground",
    "tts": "steam tabletop-simulator tabletopsimulator",
}
_MEANT = {word: target for target, words in _TARGETS.items() for word in words.split()}
_OPTIONS = {
    "backs": "duplex",
    "crop-marks": "marks",
    "cropmarks": "marks",
    "double-sided": "duplex",
    "fold": "duplex",
    "gutter": "gap",
    "landscape": "turn",
    "orientation": "turn",
    "page": "paper",
    "resolution": "dpi",
    "rotate": "turn",
    "size": "paper",
    "spacing": "gap",
    "two-sided": "duplex",
}


def suggest_target(name: str, known: Iterable[str]) -> str:
    """A hint on a target that is not there."""
    word = name.casefold().replace("_", "-").replace(" ", "-")
    if word == "pdf":
        return _PDF
    names = {*known}
    return _ask(_MEANT.get(word), names) or did_you_mean(name, names, what="target")


def suggest_option(name: str, known: Iterable[str]) -> str:
    """A hint on an option that a target does not have."""
    names = {*known}
    meant = _OPTIONS.get(name.casefold().replace("_", "-"))
    return _ask(meant, names) or did_you_mean(name, names, what="option")


def _ask(meant: str | None, names: Collection[str]) -> str:
    return f"did you mean `{meant}`?" if meant in names else ""
