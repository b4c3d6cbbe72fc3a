"""What pixels depend on beside the scene: the program and the libraries that make them.

Out     a text that changes when any of them does.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import deflate
import pypdfium2
import reportlab
from pypdfium2 import version as pdfium_version

from cardgen import __version__
from cardgen.render.embed import HARFBUZZ


@cache
def program() -> str:
    """Versions, and a hash of the painting code itself."""
    sources = hashlib.blake2b(digest_size=16)
    for file in sorted(Path(__file__).parent.glob("*.py")):
        sources.update(file.read_bytes())
    libraries = (
        pdfium_version.PDFIUM_INFO,
        pypdfium2.version.PYPDFIUM_INFO,
        deflate.__version__,
        reportlab.Version,
        HARFBUZZ,
    )
    return f"{__version__} {sources.hexdigest()} {libraries}"
