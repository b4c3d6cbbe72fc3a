"""What pixels depend on beside the scene: the program and the libraries that make them.

Out     a text that changes when any of them does.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import deflate
import PIL
import reportlab

from cardgen.render.pdf.font_embedding import HARFBUZZ
from cardgen.version import __version__


@cache
def program() -> str:
    """Versions, and a hash of the painting code itself."""
    sources = hashlib.blake2b(digest_size=16)
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        sources.update(file.read_bytes())
    libraries = (
        _version("pypdfium2"),
        _version("pypdfium2_raw"),
        deflate.__version__,
        reportlab.Version,
        PIL.__version__,
        HARFBUZZ,
    )
    return f"{__version__} {sources.hexdigest()} {libraries}"


@cache
def encoders() -> str:
    """Versions of what encodes other pictures than PNGs."""
    from PIL import features

    return f"{[features.version(name) for name in ('webp', 'jpg', 'libjpeg_turbo')]}"


def _version(package: str) -> str:
    """What a package says of its version, without importing it: that is left to workers. Where
    it says nothing, its distribution does."""
    spec = find_spec(package)
    file = Path(spec.origin).with_name("version.json") if spec and spec.origin else None
    if file and file.is_file():
        return file.read_text("utf-8")
    from importlib.metadata import version

    return version("pypdfium2")
