"""Runs commands one after the other, each in a fork of its own: what cardgen imports is imported
once, and the models and rules that every command makes are made once.

Started by `tests.support.commands`. Each line on stdin is an `Order` as JSON; each line on stdout
an `Ended`. What a command prints goes to files that the order names.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import resource
import select
import signal
import sys
import tempfile
from pathlib import Path

import msgspec

import cardgen
from tests.support.command_orders import Ended, Order

_APART = ("cardgen.__main__", "cardgen.preview", "cardgen.render.workers.dask_cluster")
"""What no command here imports."""
_FURTHER = ("numpy", "fontTools.ttLib", "fontTools.varLib.instancer", "brotli", "platformdirs")
_GAME = {
    "game.yaml": """\
game: Warm
palette: {ink: "#000000"}
fonts: {text: fonts/EBGaramond-Regular.ttf}
decks:
  cards: {cards: cards.yaml, size: micro, front: front, back: back}
""",
    "layouts.yaml": """\
layouts:
  front:
    safe:
      - {text: "{{ name }}", font: text, size: 7pt, color: ink}
  back:
    bleed:
      - {shape: rectangle, fill: ink}
""",
    "cards.yaml": "- {name: One}\n- {name: Two}\n",
}


def main() -> None:
    import_all()
    check_a_game()
    for line in sys.stdin:
        print(msgspec.json.encode(run(msgspec.json.decode(line, type=Order))).decode(), flush=True)


def import_all() -> None:
    """Import what commands import, once for all of them."""
    for module in pkgutil.walk_packages(cardgen.__path__, "cardgen."):
        if not module.name.startswith(_APART):
            importlib.import_module(module.name)
    for name in _FURTHER:
        importlib.import_module(name)


def check_a_game() -> None:
    """Check a sound game: models and rules are half of what a short command costs."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in _GAME.items():
            Path(folder, name).write_text(text, "utf-8")
        found = cardgen.open(folder).check()
    assert not found, found


def run(order: Order) -> Ended:
    """Run a command in a fork, and wait for it; it is killed if it sleeps for ever."""
    process = os.fork()
    if not process:
        _command(order)
    descriptor = os.pidfd_open(process) if sys.platform == "linux" else None
    if descriptor is not None:
        ended, _, _ = select.select([descriptor], [], [], order.patience)
        os.close(descriptor)
        if not ended:
            os.kill(process, signal.SIGKILL)
    _, status, used = os.wait4(process, 0)
    seconds = used.ru_utime + used.ru_stime
    return Ended(os.waitstatus_to_exitcode(status), seconds, used.ru_maxrss * 1024)


def _command(order: Order) -> None:
    code = 99
    try:
        _redirect(order)
        for kind, bound in (
            (resource.RLIMIT_AS, order.addresses),
            (resource.RLIMIT_CPU, order.seconds),
        ):
            if bound:
                resource.setrlimit(kind, (bound, bound))
        os.chdir(order.folder)
        os.environ.clear()
        os.environ.update(order.environment)
        sys.argv = [str(Path(cardgen.__path__[0]) / "__main__.py"), *order.arguments]
        sys.path[0] = order.folder
        tempfile.tempdir = None
        from cardgen import cli

        code = cli._exit_code()
    finally:
        os._exit(code)


def _redirect(order: Order) -> None:
    """Send what is printed to files; there is nothing to read."""
    for number, name in ((1, order.out), (2, order.err)):
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(file, number)
        os.close(file)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


if __name__ == "__main__":
    main()
