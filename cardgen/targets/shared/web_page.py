"""One HTML file that needs nothing else: template, style, script and fonts put together.

In      a folder of the package with `page.html`, style sheets and scripts; what they show.
Out     the page's bytes.
Not here  what is shown (`gallery`, `shelf`).

A game may be a stranger's, and a page is opened by other people. Texts are escaped by the
template engine, data goes in as JSON that cannot end its element, and the page's own policy
lets nothing run but the style and the script that were put in, and nothing be fetched.

Source  "Content Security Policy Level 3" (hashes of inline elements); the HTML Living Standard,
        4.12.1.3 (what a script element may not contain).
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

_FONTS = {"normal": "title.woff2", "italic": "italic.woff2"}
_WEB = "data/web"


def package_folder(path: str) -> Traversable:
    """A folder inside the package."""
    return resources.files("cardgen").joinpath(path)


def render_page(
    folder: Traversable, own_style: str = "", own_script: str = "", **shown: Any
) -> bytes:
    """Fill `page.html`; style sheets and scripts go in by their names' order.

    Args:
        folder: Holds `page.html`, and `*.css` and `*.js` that it is made of.
        own_style: More style, already safe: see `css_text`.
        own_script: More script, before the others.
        shown: What the template shows.
    """
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    web = package_folder(_WEB)
    sheets = [_fonts(), web.joinpath("tokens.css").read_text("utf-8")]
    style = _joined((*sheets, *_texts(files, ".css"), own_style))
    script = _joined((own_script, *_texts(files, ".js")))
    template = _environment().from_string(folder.joinpath("page.html").read_text("utf-8"))
    page = template.render(
        style=Markup(style), script=Markup(script), policy=_policy(style, script), **shown
    )
    return page.encode("utf-8")


def _environment() -> Environment:
    return Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def _texts(files: Iterable[Traversable], suffix: str) -> list[str]:
    return [file.read_text("utf-8") for file in files if file.name.endswith(suffix)]


def _joined(texts: Iterable[str]) -> str:
    whole = "\n".join(text.strip() for text in texts if text.strip())
    assert "</" not in whole, "style and script must not end their element"
    return f"\n{whole}\n"


def _policy(style: str, script: str) -> str:
    """Nothing from anywhere, and of what is inline only what was put in."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {_hash(style)}",
            f"script-src {_hash(script)}" if script.strip() else "script-src 'none'",
            "img-src data:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode()}'"


@cache
def _fonts() -> str:
    """The pages' own type, an EB Garamond of few characters (SIL Open Font License 1.1)."""
    rules = []
    for style, name in _FONTS.items():
        uri = data_uri("font/woff2", package_folder(_WEB).joinpath(name).read_bytes())
        rules.append(f'@font-face{{font-family:Title;font-style:{style};src:url("{uri}")}}')
    return "\n".join(rules)


def data_uri(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{b64encode(data).decode()}"


def safe_json(value: object) -> Markup:
    """JSON to stand in a script element: nothing in it opens or ends an element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for mark in "<>&\u2028\u2029":
        text = text.replace(mark, f"\\u{ord(mark):04x}")
    return Markup(text)


def css_text(text: str) -> str:
    """A text as a CSS string, everything but letters and figures written as its number."""
    plain = (c if c.isalnum() and c.isascii() else f"\\{ord(c):x} " for c in text)
    return f'"{"".join(plain)}"'
