"""How light pixels are.

Source  W3C, Web Content Accessibility Guidelines 2.2, the definition of relative luminance.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cardgen.core.color import LINEAR_LIGHT
from cardgen.core.late_import import import_late

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardgen.render.raster.pixel_arrays import Pixels
else:
    np = import_late("numpy")


@lru_cache(maxsize=1)
def _linear() -> NDArray[np.float32]:
    """Linear light of the 256 levels of sRGB."""
    return np.array(LINEAR_LIGHT, np.float32)


def measure_luminances(pixels: Pixels) -> NDArray[np.float32]:
    """Relative luminance, 0 … 1, of every pixel."""
    light = np.take(_linear(), pixels) @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    return light.astype(np.float32)
