"""Open the ICC profile of a printing condition.

In      a profile's bytes.
Out     a `Profile`: what it calls itself, and that it describes CMYK printing.
Not here  finding the file (`targets`), colors (`render.press.separation`).

The default is shipped: made with ArgyllCMS from the characterization data CGATS TR 006
(sheetfed offset on coated paper, GRACoL), with at most 238 % of ink. Data and license:
`data/profiles/README.md`.

Source  ICC.1:2010, 7.2 (header), 9.2.41 (profileDescriptionTag); CGATS TR 006-2007.
"""

from __future__ import annotations

import hashlib
import io
import struct
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from PIL import ImageCms

SHIPPED = "coated-240.icc"
SHIPPED_CONDITION = "CGATS TR 006"
MAX_BYTES = 16_000_000
_HEADER = 128


class ProfileError(ValueError):
    """Not a profile that can be printed with; the message completes «the profile `name` …»."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A CMYK printing condition."""

    name: str
    """The file's own name, without folders."""
    about: str
    """What the profile says that it describes."""
    condition: str
    """The name of the printing condition, as an output intent gives it."""
    version: int
    """Of the ICC format: 2 or 4."""
    data: bytes = field(repr=False)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def registered(self) -> bool:
        """Whether the condition is one of the ICC's registry."""
        return self.condition == SHIPPED_CONDITION


def read_profile(data: bytes, name: str) -> Profile:
    """Open a profile.

    Raises:
        ProfileError: it is no ICC profile, or none of a CMYK press.
    """
    if len(data) < _HEADER or data[36:40] != b"acsp":
        raise ProfileError("is no ICC profile")
    if struct.unpack(">I", data[:4])[0] != len(data):
        raise ProfileError("is damaged: it has another length than it says")
    if data[12:16] != b"prtr" or data[16:20] != b"CMYK":
        kind, space = (_tag(data[at : at + 4]) for at in (12, 16))
        raise ProfileError(f"describes no CMYK printing (its class is `{kind}`, for {space})")
    try:
        about = _about(data)
        ImageCms.ImageCmsTransform(_srgb(), opened(data), "RGB", "CMYK")
        ImageCms.ImageCmsTransform(opened(data), _srgb(), "CMYK", "RGB")
    except (OSError, ValueError, ImageCms.PyCMSError) as error:
        raise ProfileError("is damaged") from error
    return Profile(name, about or name, about or name, data[8], data)


def _tag(raw: bytes) -> str:
    return raw.decode("ascii", "replace").strip()


def opened(data: bytes) -> ImageCms.ImageCmsProfile:
    return ImageCms.ImageCmsProfile(io.BytesIO(data))


def _about(data: bytes) -> str:
    return " ".join(ImageCms.getProfileDescription(opened(data)).split())


def _srgb() -> ImageCms.ImageCmsProfile:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))


@cache
def shipped_profile() -> Profile:
    """The default: coated paper, at most 240 % of ink."""
    data = resources.files("cardgen").joinpath("data", "profiles", SHIPPED).read_bytes()
    read = read_profile(data, SHIPPED)
    return Profile(read.name, read.about, SHIPPED_CONDITION, read.version, read.data)


@cache
def srgb_profile() -> bytes:
    """sRGB for files that keep it, with a fixed date: LittleCMS would write today's."""
    data = bytearray(_srgb().tobytes())
    data[24:36] = struct.pack(">6H", 2000, 1, 1, 0, 0, 0)
    data[84:100] = bytes(16)  # the profile's own hash, which covers other bytes
    return bytes(data)
