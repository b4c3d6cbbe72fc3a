"""WebP for pages: what encoding one imports."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

_ENCODE = {
    "encode_webp": """
from cardgen.render.raster.png_encode import paper
from cardgen.render.raster.web_pictures import encode_webp
made = encode_webp(paper(4, 4), 80)
""",
    "encode_picture": """
import numpy as np
from cardgen.render.raster import picture_files
how = picture_files.Encoding("webp")
made = picture_files.encode_picture(np.zeros((4, 4, 3), np.uint8), None, how)
""",
}


@pytest.mark.parametrize("name", _ENCODE)
def test_the_modules_of_other_formats_are_not_imported(name: str) -> None:
    """Pillow imports all of them to find a format that it was not told of."""
    program = (
        f"{_ENCODE[name]}\nimport json, sys\nprint(json.dumps([made[:4].decode(), *sys.modules]))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    kind, *modules = json.loads(run.stdout)
    assert kind == "RIFF"
    assert "PIL.WebPImagePlugin" in modules
    assert "PIL.TgaImagePlugin" not in modules
