"""cardgen and the usual way to make cards in Python, on the same twenty cards.

    .venv/bin/python -m benchmarks.peer [rounds]

The usual way: HTML and CSS, laid out by WeasyPrint into a PDF, rasterised by PDFium (through
pypdfium2), encoded by Pillow at its default compression. The cards are the first ten letters
and the first ten motifs of Novelty: the same texts, fonts, textures, places and sizes, at
822 × 1122 pixels, fronts only. Both sides start from files and end with PNG files.

Needs the packages of `requirements/bench.txt` (`make bench` installs them), and Pango
(`apt-get install libpango-1.0-0 libpangoft2-1.0-0`, `brew install pango`). Where they are missing,
nothing is measured.

Two pairs of figures: a process that is running already (imports done, worker processes
there, one round not counted), and a whole command with all its imports.
"""

from __future__ import annotations

import gc
import importlib.util
import io
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pypdfium2
import yaml
from PIL import Image, ImageFile

from benchmarks import measure
from benchmarks.peer_page import page
from cardgen.bind.game.binding import bind_game
from cardgen.core.findings import Report, plural
from cardgen.files.disk_game import DiskGame
from cardgen.layout.face.layouter import lay_out
from cardgen.read.game import GameSpec, read_game
from cardgen.render.workers.face_painting import FaceRequest, Look
from cardgen.render.workers.face_renderer import FaceRenderer
from cardgen.render.workers.pool import Workers, default_count

ROOT = measure.ROOT
SIZE = (822, 1122)
DPI = 300
CARDS = 20
_EACH = CARDS // 2


@dataclass(frozen=True)
class Sides:
    """Folders in which one round leaves its work."""

    cardgen: Path
    peer: Path


def missing() -> str:
    """Why there is nothing to compare with; empty if there is."""
    if importlib.util.find_spec("weasyprint") is None:
        return "WeasyPrint is not installed here; run `make bench`"
    try:
        importlib.import_module("weasyprint")
    except OSError as error:
        return f"WeasyPrint finds no Pango ({str(error).splitlines()[0]})"
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # it sets this for all of the process
    return ""


# --- the cards -----------------------------------------------------------------------------


def write_game(folder: Path) -> Path:
    """Novelty with twenty cards, one copy each, and without its box and booklet."""
    source = ROOT / "card_data" / "novelty"
    game = folder / "card_data" / "novelty"
    shutil.copytree(source, game)
    for shared in ("fonts", "textures"):
        shutil.copytree(ROOT / shared, folder / shared)
    whole = yaml.load((source / "game.yaml").read_text("utf-8"), yaml.BaseLoader)
    others = ("boxes", "booklets", "showcase")
    cards = {key: value for key, value in whole.items() if key not in others}
    (game / "game.yaml").write_text(yaml.safe_dump(cards, sort_keys=False), "utf-8")
    for name in ("letters", "motifs"):
        rows = (source / f"{name}.yaml").read_text("utf-8").split("\n- ")
        (game / f"{name}.yaml").write_text("\n- ".join(rows[: _EACH + 1]) + "\n", "utf-8")
    return game


def _read(folder: Path) -> tuple[GameSpec, DiskGame, Report]:
    game, report = DiskGame(folder), Report()
    spec = read_game(game, report)
    assert spec is not None
    return spec, game, report


def with_cardgen(folder: Path, output: Path, workers: Workers) -> None:
    """Files of a game → a PNG a front."""
    spec, game, report = _read(folder)
    bound = bind_game(spec, game, report)
    laid = lay_out(bound.faces, report)
    assert not report.count("error"), [str(finding) for finding in report.findings]
    fronts = [card.front for deck in bound.decks for card in deck.cards]
    assert len(fronts) == CARDS
    look, renderer = Look(SIZE, DPI, bound.pictures), FaceRenderer(workers, near=output)
    requests = [FaceRequest(face, partial(laid.scenes.__getitem__, face), look) for face in fronts]
    renderer.begin(requests)
    for number, request in enumerate(requests):
        renderer.write(request, output / f"{number:02d}.png")
    renderer.close()


def with_weasyprint(folder: Path, output: Path) -> None:
    """The same files → HTML → PDF → a PNG a front."""
    import pypdfium2

    document = pypdfium2.PdfDocument(peer_pdf(folder))
    assert len(document) == CARDS
    for number in range(CARDS):
        picture = document[number].render(scale=DPI / 72).to_pil()
        assert picture.size == SIZE, picture.size
        picture.save(output / f"{number:02d}.png", dpi=(DPI, DPI))
    document.close()


def peer_pdf(folder: Path, each: int = _EACH) -> bytes:
    from weasyprint import HTML  # type: ignore[import-not-found,import-untyped,unused-ignore]

    html = HTML(string=peer_html(folder, each), base_url=str(folder.parents[1]))
    pdf: bytes = html.write_pdf()
    check_pages(pdf, 2 * each)
    return pdf


def check_pages(pdf: bytes, count: int) -> None:
    """Hold the peer's PDF to the cards that ours are compared with.

    Raises:
        ValueError: it has other pages, or pages of other pixels.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        if len(document) != count:
            raise ValueError(f"{plural(len(document), 'page')}, not {count}")
        size = document[0].render(scale=DPI / 72).to_pil().size
        if size != SIZE:
            raise ValueError(f"a page is {size[0]} × {size[1]} px, not {SIZE[0]} × {SIZE[1]}")
    finally:
        document.close()


def peer_html(folder: Path, each: int = _EACH) -> str:
    spec, _, _ = _read(folder)
    letters, motifs = (spec.cards[name][:each] for name in ("letters", "motifs"))
    return page(letters, motifs, spec.file.palette)


# --- measuring -----------------------------------------------------------------------------


def compare(rounds: int = 5) -> dict[str, Any]:
    """Both ways, in turn; milliseconds a card, sizes, and ratios."""
    with tempfile.TemporaryDirectory(prefix="cardgen-bench-") as name:
        folder = Path(name)
        game = write_game(folder)
        sides = Sides(folder / "ours", folder / "theirs")
        sides.cardgen.mkdir()
        sides.peer.mkdir()
        running = _running(game, sides, rounds)
        sizes = _sizes(sides)
        whole = _commands(game, sides, min(rounds, 3))
    return {"cards": CARDS, "rounds": rounds, "running": running, "commands": whole, **sizes}


def _running(game: Path, sides: Sides, rounds: int) -> dict[str, Any]:
    """In a process that is running already, with as many workers as cores and with one."""
    ours, alone, theirs = [], [], []
    with Workers(default_count()) as workers, Workers(1) as one:
        for number in range(rounds + 1):
            if number == 1:
                _settle()
            _empty(sides.cardgen)
            ours.append(_seconds(lambda: with_cardgen(game, sides.cardgen, workers)))
            _empty(sides.cardgen)
            alone.append(_seconds(lambda: with_cardgen(game, sides.cardgen, one)))
            _empty(sides.peer)
            theirs.append(_seconds(lambda: with_weasyprint(game, sides.peer)))
    return _ratios(ours[1:], theirs[1:]) | {
        "cardgen_one_core_ms": _ms(min(alone[1:])),
        "ratio_one_core": round(min(theirs[1:]) / min(alone[1:]), 1),
    }


def _empty(folder: Path) -> None:
    """A build writes new files; to cut old ones short takes a twentieth of cardgen's time."""
    for file in folder.iterdir():
        file.unlink()


def _settle() -> None:
    """Neither side is made to wait for Python's collector to look through the other's objects:
    it looks rarely, as in cardgen's own commands, and not at what is there to stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _commands(game: Path, sides: Sides, rounds: int) -> dict[str, Any]:
    """Each as a command of its own, imports and all."""
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(_seconds(lambda: _command("cardgen", game, sides.cardgen)))
        theirs.append(_seconds(lambda: _command("peer", game, sides.peer)))
    return _ratios(ours, theirs)


def _command(side: str, game: Path, output: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.peer", "--side", side, str(game), str(output)]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)


def _ratios(ours: list[float], theirs: list[float]) -> dict[str, float]:
    return {
        "cardgen_ms": _ms(min(ours)),
        "peer_ms": _ms(min(theirs)),
        "ratio": round(min(theirs) / min(ours), 1),
        "ratio_of_medians": round(statistics.median(theirs) / statistics.median(ours), 1),
    }


def _ms(seconds: float) -> float:
    """Milliseconds a card."""
    return round(1000 * seconds / CARDS, 2)


def _seconds(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _sizes(sides: Sides) -> dict[str, float]:
    """Bytes of the files: ours, theirs, and our very pixels as Pillow writes them."""
    ours = sorted(sides.cardgen.glob("*.png"))
    theirs = sorted(sides.peer.glob("*.png"))
    assert len(ours) == len(theirs) == CARDS
    ours_size, theirs_size = _total(ours), _total(theirs)
    again = sum(map(_pillow_size, ours))
    return {
        "cardgen_bytes": ours_size,
        "peer_bytes": theirs_size,
        "pillow_bytes": again,
        "size_to_peer": round(ours_size / theirs_size, 3),
        "size_to_pillow": round(ours_size / again, 3),
    }


def _total(files: Iterable[Path]) -> int:
    return sum(file.stat().st_size for file in files)


def _pillow_size(file: Path) -> int:
    out = io.BytesIO()
    with Image.open(file) as picture:
        picture.save(out, "PNG", dpi=(DPI, DPI))
    return len(out.getvalue())


def told(found: dict[str, Any]) -> str:
    running, whole = found["running"], found["commands"]
    return (
        f"{found['cards']} cards, in a running process: cardgen {running['cardgen_ms']:.1f} ms a "
        f"card, WeasyPrint + PDFium + Pillow {running['peer_ms']:.0f} ms: {running['ratio']:.1f} x "
        f"(on one core each: {running['cardgen_one_core_ms']:.1f} ms, "
        f"{running['ratio_one_core']:.1f} x)\n"
        f"whole commands: {whole['cardgen_ms']:.1f} ms and {whole['peer_ms']:.0f} ms a card: "
        f"{whole['ratio']:.1f} x\n"
        f"PNG bytes: {found['size_to_peer']:.3f} of the peer's, "
        f"{found['size_to_pillow']:.3f} of Pillow's for our own pixels"
    )


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--side"]:
        side, game, output = arguments[1:]
        if side == "peer":
            with_weasyprint(Path(game), Path(output))
        else:
            with Workers(default_count()) as workers:
                with_cardgen(Path(game), Path(output), workers)
        return 0
    if reason := missing():
        print(f"nothing to compare with: {reason}")
        return 0
    print(told(compare(int(arguments[0]) if arguments else 5)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
