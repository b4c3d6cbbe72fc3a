"""Modules of JavaScript as one script, for a page that is one file.

In      a folder of modules that import from each other alone.
Out     an expression: what its main module exports.

Each module becomes a function that returns its exports, called in the order of imports. Only the
forms of `import` and `export` that the modules of this package use are known; another is an error.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from importlib.resources.abc import Traversable

from cardgen.targets.shared.web_page import package_folder

_IMPORT = re.compile(r"^import (\{[^}]*\}) from '\./([\w.]+)\.js';\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) )", re.MULTILINE)
_NAMES = re.compile(
    r"^export (?:async )?(?:const|function|class) (?:(\w+)|\[([^\]]+)\])", re.MULTILINE
)


def play_folder() -> Traversable:
    """The table to play on, which the gallery and the preview share."""
    return package_folder("data/play")


def play_style() -> str:
    """The style of the table to play on."""
    return play_folder().joinpath("play.css").read_text("utf-8")


def join_modules(folder: Traversable, main: str) -> str:
    """Return an expression whose value is the exports of the module `main`."""
    texts: dict[str, str] = {}
    _read_modules(folder, main, texts)
    needs = {name: [found for _, found in _IMPORT.findall(text)] for name, text in texts.items()}
    order = TopologicalSorter(needs).static_order()
    parts = [f"const module_{name} = {_wrap(name, texts[name])};" for name in order]
    return "\n".join(["(() => {", *parts, f"return module_{main};", "})()"])


def _read_modules(folder: Traversable, name: str, texts: dict[str, str]) -> None:
    if name in texts:
        return
    texts[name] = folder.joinpath(f"{name}.js").read_text("utf-8")
    for _, imported in _IMPORT.findall(texts[name]):
        _read_modules(folder, imported, texts)


def _wrap(name: str, text: str) -> str:
    exports = [
        part.strip()
        for one, several in _NAMES.findall(text)
        for part in (several or one).split(",")
    ]
    body = _IMPORT.sub(r"const \1 = module_\2;\n", text)
    body = _EXPORT.sub("", body)
    unknown = re.search(r"^(?:import|export)\b.*", body, re.MULTILINE)
    if unknown:
        raise ValueError(f"{name}.js: `{unknown.group()}` is not a form that can be joined")
    return f"(() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})()"
