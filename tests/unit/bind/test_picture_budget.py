"""What is in a JPEG beside its pixels counts for no budget."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cardgen.bind import picture_budget
from cardgen.bind.picture_budget import MAX_SCANS, PictureError, check_file, check_size

SCAN, PROGRESSIVE_FRAME = b"\xff\xda", b"\xff\xc2"


def jpeg(*, progressive: bool = False, profile: bytes = b"") -> bytes:
    out = io.BytesIO()
    picture = Image.new("RGB", (64, 64), "red")
    picture.save(out, "JPEG", progressive=progressive, icc_profile=profile)
    return out.getvalue()


def test_a_profile_whose_bytes_look_like_scans_is_not_counted() -> None:
    """An ICC profile of half a megabyte has them by chance: 57 in one of a CMYK press."""
    check_file(jpeg(profile=SCAN * 100_000))


@pytest.mark.parametrize("filler", [b"", b"\xff", b"\0\0", b"\xff\x01", b"\xff\xd0"])
def test_scans_are_counted_whatever_stands_between_them(filler: bytes) -> None:
    data = jpeg(progressive=True)
    start = data.index(SCAN)
    length = int.from_bytes(data[start + 2 : start + 4])
    scan = data[start : start + 2 + length]
    with pytest.raises(PictureError, match=f"at most {MAX_SCANS}"):
        check_file(data[:start] + (scan + filler) * (MAX_SCANS + 1) + data[start:])


@pytest.mark.parametrize("profile", [b"", PROGRESSIVE_FRAME * 20, b"\0" * 200_000])
@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_is_progressive_if_its_frame_says_so(
    monkeypatch: pytest.MonkeyPatch, profile: bytes, *, progressive: bool
) -> None:
    """A profile before the frame neither makes nor hides it."""
    monkeypatch.setattr(picture_budget, "MAX_PROGRESSIVE_PIXELS", 64 * 64 - 1)
    data = jpeg(progressive=progressive, profile=profile)
    if not progressive:
        check_size(data, 64, 64)
        return
    with pytest.raises(PictureError, match="megapixels"):
        check_size(data, 64, 64)
