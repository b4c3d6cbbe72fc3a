"""Make a game's papers: parchment for fronts, linen for backs, marbled paper for linings.

In      a resolution and a folder.
Out     `parchment.jpg`, `linen.jpg` and `marbled.jpg`, each covering 76 × 127 mm.
Not here  scaling and cropping to a card: whoever places the picture does that.

Everything is described in millimetres: noise lives on lattices with a pitch in
mm, fibres and threads are curves in mm, and pixels only sample them. So 300 and
600 dpi show the same sheet. Seeds are fixed: the same versions of numpy and
Pillow give the same bytes.

A field is an array [row, column] of tone. All lengths are mm; y runs down.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, pi, sqrt
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image

Field: TypeAlias = npt.NDArray[np.float32]
Indices: TypeAlias = npt.NDArray[np.intp]
Pixels: TypeAlias = npt.NDArray[np.uint8]
Random: TypeAlias = np.random.Generator

WIDTH, HEIGHT = 76.0, 127.0
MM_PER_INCH = 25.4
SHIPPED_DPI = 400
QUALITY = 92

# Both colours lie on whole steps of JPEG's chroma, and tone moves all channels
# alike: anything between would come back from the JPEG as specks of other hues.
IVORY = (246, 240, 228)
EGGPLANT = (76, 42, 79)


@dataclass(frozen=True)
class Fibres:
    """A kind of paper fibre: how many a cm², its length, thickness, bend, tone."""

    density: float
    length: tuple[float, float]
    radius: float
    bend: float
    tone: tuple[float, float]


# Parchment: tone is CIE L*. Clouds and grain are (pitch, deviation).
LEVELS_PER_L = 2.5
CLOUDS = ((13.0, 0.30), (6.5, 0.28), (3.2, 0.25), (1.6, 0.20), (0.8, 0.16), (0.45, 0.14))
CLOUD_DRIFT = 2.2
CLOUD_STEP = 0.25
GRAIN = ((0.22, 0.22), (0.11, 0.34))
FIBRE_STEP = 0.02
FURNISH = (
    Fibres(density=160, length=(0.6, 1.8), radius=0.030, bend=0.90, tone=(-0.9, 0.9)),
    Fibres(density=16, length=(1.0, 3.2), radius=0.035, bend=0.42, tone=(-2.6, -0.8)),
    Fibres(density=12, length=(1.0, 3.5), radius=0.045, bend=0.42, tone=(0.5, 1.4)),
    Fibres(density=0.4, length=(4.0, 8.0), radius=0.042, bend=0.20, tone=(-2.5, -1.3)),
    Fibres(density=5, length=(0.1, 0.3), radius=0.045, bend=0.20, tone=(-2.4, -0.8)),
)

# Linen, the cloth: `SWAY` is (reach, (pitch along, pitch across) a thread).
THREAD = 0.5
UNEVEN = 0.22
CRIMP = 0.45
ROUND = 0.9
BLEND = 0.06
SWAY = ((0.075, (4.0, 0.9)), (0.22, (30.0, 25.0)))
FUZZ_PITCH = (0.8, 0.1)
DYE_LENGTH = 12.0
SLUBS_PER_CM2 = 0.5
SLUB_RADIUS = 0.26
SLUB_SWELL = 0.6
SLUB_PITCH = (0.5, 0.1)

# Linen, the light: how much each thing brightens, and from where (down, across).
LEVELS_PER_TONE = 60.0
RELIEF, PORE, FACING, DYE, FUZZ, SLUB = 0.44, 0.5, 0.21, 0.095, 0.07, 0.16
SUN = (1.0, 0.5)
WORKING_DPI = 800
STRIP = 192

# Marbled paper: drops of colour, drawn down into bands and combed across, as in nonpareil.
MARBLED_SHARE = 0.75  # of the resolution: there is nothing finer in it
BAND, COMB, PULL = 1.7, 4.2, 5.2
DRAG, SWIRL = 1.1, 0.5
VEIN = 0.13
INKS = ((76, 42, 79), (243, 234, 214), (163, 38, 42), (31, 86, 115), (122, 96, 117))


def main(argv: Sequence[str] | None = None) -> None:
    """Write the textures at the asked resolution."""
    parser = argparse.ArgumentParser(description="Make parchment.jpg, linen.jpg and marbled.jpg.")
    parser.add_argument("--dpi", type=int, default=SHIPPED_DPI)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    wish = parser.parse_args(argv)
    wish.out.mkdir(parents=True, exist_ok=True)
    save(make_parchment(wish.dpi), wish.out / "parchment.jpg", dpi=wish.dpi)
    save(make_linen(wish.dpi), wish.out / "linen.jpg", dpi=wish.dpi)
    marbled_dpi = round(wish.dpi * MARBLED_SHARE)
    save(make_marbled(marbled_dpi), wish.out / "marbled.jpg", dpi=marbled_dpi)


def save(pixels: Pixels, path: Path, *, dpi: int) -> None:
    """Write a baseline JPEG that knows its resolution and nothing else."""
    Image.fromarray(pixels).save(
        path, quality=QUALITY, subsampling=0, progressive=False, optimize=True, dpi=(dpi, dpi)
    )


# Sampling and noise


@dataclass(frozen=True)
class Lattice:
    """Values on a grid in mm, joined smoothly; begins one cell before the origin."""

    values: Field
    pitch: tuple[float, float]

    def at(self, ys: Field, xs: Field) -> Field:
        """Sample at every crossing of ``ys`` and ``xs``."""
        down = spline(self.values, ys / self.pitch[0])
        return spline(down.T, xs / self.pitch[1]).T

    def at_points(self, ys: Field, xs: Field) -> Field:
        """Sample at scattered points."""
        rows, columns = ys / self.pitch[0], xs / self.pitch[1]
        row, column = whole(rows), whole(columns)
        total = np.zeros_like(rows)
        for down, weight in enumerate(spline_weights(rows - row)):
            for across, other in enumerate(spline_weights(columns - column)):
                total += weight * other * self.values[row + down, column + across]
        return total


def spline(values: Field, at: Field) -> Field:
    """Cubic B-spline through ``values`` along axis 0; index 1 lies at 0."""
    cell = whole(at)
    total = np.zeros((len(at), values.shape[1]), np.float32)
    for tap, weight in enumerate(spline_weights(at - cell)):
        total += values[cell + tap] * weight[:, None]
    return total


def spline_weights(fraction: npt.ArrayLike) -> tuple[Field, ...]:
    """Give the four cubic B-spline weights at a fraction of a cell."""
    f = as_field(fraction)
    g = as_field(1 - f)
    weights = (g**3, 3 * f**3 - 6 * f**2 + 4, 3 * g**3 - 6 * g**2 + 4, f**3)
    return tuple(as_field(weight / 6) for weight in weights)


def as_field(values: npt.ArrayLike) -> Field:
    """Hold ``values`` in single precision."""
    return np.asarray(values, dtype=np.float32)


def whole(at: Field) -> Indices:
    """Round down to an index."""
    return np.floor(at).astype(np.intp)


def noise(rng: Random, pitch: tuple[float, float], *, area: tuple[float, float]) -> Lattice:
    """Make noise of mean 0 and deviation 1 with features of about ``pitch``."""
    shape = [ceil(length / step) + 5 for length, step in zip(area, pitch, strict=True)]
    kept_by_spline = 151 / 315
    return Lattice(as_field(rng.standard_normal(shape) / kept_by_spline), pitch)


def pixel_centres(length: float, dpi: float, *, oversample: int = 1) -> Field:
    """Place a row of pixels that covers ``length``."""
    count = ceil(round(length * dpi / MM_PER_INCH, 6)) * oversample
    return as_field((np.arange(count) + 0.5) * MM_PER_INCH / dpi / oversample)


def lattice_lines(length: float, pitch: float) -> Field:
    """Place the lines of a `Lattice` that covers ``length``."""
    return as_field(np.arange(-1, ceil(length / pitch) + 4) * pitch)


def convolve_down(field: Field, bell: Field) -> Field:
    """Convolve the columns of ``field`` with ``bell``, mirrored at the ends."""
    reach = len(bell) // 2
    wide = np.pad(field, ((reach, reach), (0, 0)), mode="reflect")
    total = np.zeros_like(field)
    for shift, weight in enumerate(bell):
        total += weight * wide[shift : shift + len(field)]
    return total


def to_bytes(rng: Random, levels: Field, *, around: tuple[int, int, int]) -> Pixels:
    """Vary a colour by ``levels``; the dither leaves no bands in slow gradients."""
    dither = rng.random(levels.shape, dtype=np.float32)
    steps = np.floor(levels - levels.mean() + dither).astype(np.int16)
    pixels: Pixels = np.clip(steps[..., None] + np.array(around, np.int16), 0, 255).astype(np.uint8)
    return pixels


# Parchment


def make_parchment(dpi: float) -> Pixels:
    """Draw ivory parchment: clouds, a fine grain, and fibres."""
    rng = np.random.default_rng(1468)
    ys, xs = pixel_centres(HEIGHT, dpi), pixel_centres(WIDTH, dpi)
    tone = make_clouds(rng).at(ys, xs)
    for pitch, strength in GRAIN:
        tone += strength * noise(rng, (pitch, pitch), area=(HEIGHT, WIDTH)).at(ys, xs)
    for kind in FURNISH:
        tone += draw_fibres(rng, kind, dpi=dpi)
    return to_bytes(rng, tone * LEVELS_PER_L, around=IVORY)


def make_clouds(rng: Random) -> Lattice:
    """Make the uneven tone of the sheet: octaves of noise, pulled about by noise."""
    ys, xs = lattice_lines(HEIGHT, CLOUD_STEP), lattice_lines(WIDTH, CLOUD_STEP)
    margin = 3 * CLOUD_DRIFT
    area = (HEIGHT + 2 * margin, WIDTH + 2 * margin)
    at_y = ys[:, None] + margin + pull_about(rng, ys, xs)
    at_x = xs + margin + pull_about(rng, ys, xs)
    tone = np.zeros_like(at_y)
    for pitch, strength in CLOUDS:
        tone += strength * noise(rng, (pitch, pitch), area=area).at_points(at_y, at_x)
    return Lattice(level(tone), (CLOUD_STEP, CLOUD_STEP))


def pull_about(rng: Random, ys: Field, xs: Field) -> Field:
    """Give each point a smooth displacement, at most three times the drift."""
    drift = noise(rng, (9.0, 9.0), area=(HEIGHT, WIDTH)).at(ys + 1, xs + 1)
    return CLOUD_DRIFT * np.clip(drift, -3, 3)


def level(tone: Field) -> Field:
    """Take out what darkens a whole row or column, so that no trim edge is darker."""
    flat = tone - tone.mean(axis=0)
    return as_field(flat - flat.mean(axis=1, keepdims=True))


def draw_fibres(rng: Random, kind: Fibres, *, dpi: float) -> Field:
    """Draw all fibres of one kind as a field of tone."""
    ys, xs, tone = lay_fibres(rng, kind)
    pixel = MM_PER_INCH / dpi
    shape = (len(pixel_centres(HEIGHT, dpi)), len(pixel_centres(WIDTH, dpi)))
    ink = splat(ys / pixel - 0.5, xs / pixel - 0.5, tone=tone, shape=shape)
    bell = gaussian(kind.radius / pixel)
    crest = sqrt(2 * pi) * kind.radius * FIBRE_STEP / pixel**2
    return crest * convolve_down(convolve_down(ink, bell).T, bell).T


def gaussian(radius: float) -> Field:
    """Give a bell of ``radius`` pixels that sums to 1."""
    reach = ceil(3 * radius)
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / radius) ** 2)
    return as_field(bell / bell.sum())


def lay_fibres(rng: Random, kind: Fibres) -> tuple[Field, Field, Field]:
    """Scatter curved fibres over the sheet and past its edges: y, x, tone of their points."""
    reach = kind.length[1]
    count = round(kind.density * (HEIGHT + 2 * reach) * (WIDTH + 2 * reach) / 100)
    length = rng.uniform(*kind.length, (count, 1))
    along = np.arange(0, reach, FIBRE_STEP)
    curl, twist = kind.bend * rng.standard_normal((2, count, 1))
    turn = rng.uniform(0, 2 * pi, (count, 1)) + along * (curl + twist * (along / length - 1))
    y = rng.uniform(-reach, HEIGHT + reach, (count, 1)) + FIBRE_STEP * np.sin(turn).cumsum(axis=1)
    x = rng.uniform(-reach, WIDTH + reach, (count, 1)) + FIBRE_STEP * np.cos(turn).cumsum(axis=1)
    taper = np.sqrt(np.clip(4 * along / length * (1 - along / length), 0, 1))
    return as_field(y), as_field(x), as_field(rng.uniform(*kind.tone, (count, 1)) * taper)


def splat(rows: Field, columns: Field, *, tone: Field, shape: tuple[int, int]) -> Field:
    """Share each point's tone among the four pixels around it."""
    ink = np.zeros(shape[0] * shape[1])
    for y, x in four_around(rows, columns):
        weight = tone * (1 - abs(rows - y)) * (1 - abs(columns - x))
        seen = (y >= 0) & (y < shape[0]) & (x >= 0) & (x < shape[1]) & (tone != 0)
        ink += np.bincount((y * shape[1] + x)[seen], weight[seen], minlength=ink.size)
    return as_field(ink.reshape(shape))


def four_around(rows: Field, columns: Field) -> Iterator[tuple[Indices, Indices]]:
    """Name the four pixels around each point."""
    row, column = whole(rows), whole(columns)
    for down, across in ((0, 0), (0, 1), (1, 0), (1, 1)):
        yield row + down, column + across


# Linen


@dataclass(frozen=True)
class Yarn:
    """The parallel threads of one direction; its fields are [along, across]."""

    edges: Field
    sway: tuple[Lattice, ...]
    bulge: Lattice
    slub: Lattice
    dye: Field
    fuzz: Lattice


@dataclass(frozen=True)
class Lay:
    """Where points lie in one direction's threads.

    ``side`` is -1 to 1 across a thread. ``wave`` is 1, -1, 1 … at the threads'
    centres and ``parity`` that same value all over a thread; ``slope`` is a
    quarter wave away. ``tone`` is the thread's own colour.
    """

    side: Field
    parity: Field
    wave: Field
    slope: Field
    tone: Field

    def turned(self) -> "Lay":
        """Swap along and across."""
        return Lay(self.side.T, self.parity.T, self.wave.T, self.slope.T, self.tone.T)


def make_linen(dpi: float) -> Pixels:
    """Weave eggplant linen, strip by strip to spare memory."""
    rng = np.random.default_rng(1886)
    warp = spin(rng, across=WIDTH, along=HEIGHT)
    weft = spin(rng, across=HEIGHT, along=WIDTH)
    fine = ceil(WORKING_DPI / dpi)
    ys = pixel_centres(HEIGHT, dpi, oversample=fine)
    xs = pixel_centres(WIDTH, dpi, oversample=fine)
    strips = (ys[top : top + STRIP * fine] for top in range(0, len(ys), STRIP * fine))
    tone = [average_blocks(weave(warp, weft, ys=strip, xs=xs), fine) for strip in strips]
    return to_bytes(rng, np.concatenate(tone) * LEVELS_PER_TONE, around=EGGPLANT)


def average_blocks(field: Field, size: int) -> Field:
    """Average blocks of ``size`` × ``size`` samples into a pixel."""
    rows, columns = field.shape
    return as_field(field.reshape(rows // size, size, columns // size, size).mean(axis=(1, 3)))


def spin(rng: Random, *, across: float, along: float) -> Yarn:
    """Spin threads that fill ``across`` × ``along``, uneven as flax is."""
    count = ceil(1.1 * across / THREAD) + 8
    widths = THREAD * (1 + UNEVEN * rng.uniform(-1, 1, count))
    edges = as_field(widths.cumsum() - 3 * THREAD)
    sway = (noise(rng, pitch, area=(along, across)) for _, pitch in SWAY)
    return Yarn(
        edges,
        tuple(sway),
        *swell(rng, edges, along=along),
        dye(rng, count, along=along),
        noise(rng, FUZZ_PITCH, area=(along, across)),
    )


def dye(rng: Random, count: int, *, along: float) -> Field:
    """Give each thread its own tone along its length, even over its neighbours."""
    tone = as_field(rng.standard_normal((count, ceil(along / DYE_LENGTH) + 5)))
    return (tone - convolve_down(tone, np.full(9, 1 / 9, np.float32))).T


def swell(rng: Random, edges: Field, *, along: float) -> tuple[Lattice, Lattice]:
    """Thicken single threads here and there: the push sideways, and the slub itself."""
    ys, xs = lattice_lines(along, SLUB_PITCH[0]), lattice_lines(float(edges[-1]), SLUB_PITCH[1])
    count = (round(SLUBS_PER_CM2 * along * float(edges[-1]) / 100), 1)
    thread = rng.integers(0, len(edges) - 1, count)
    off = xs - (edges[thread] + edges[thread + 1]) / 2
    half_length = rng.uniform(1.0, 2.6, count)
    long = np.exp(-0.5 * ((ys - rng.uniform(0, along, count)) / half_length) ** 2)
    long *= rng.uniform(0.4, 1.0, count)
    wide = np.exp(-0.5 * (off / SLUB_RADIUS) ** 2)
    bulge, slub = (np.einsum("na,nb->ab", long, w) for w in (SLUB_SWELL * off * wide, wide))
    return Lattice(as_field(bulge), SLUB_PITCH), Lattice(as_field(slub), SLUB_PITCH)


def weave(warp: Yarn, weft: Yarn, *, ys: Field, xs: Field) -> Field:
    """Cross warp and weft one over one, and light them from the top left."""
    down = lay(warp, along=ys, across=xs)
    across = lay(weft, along=xs, across=ys).turned()
    warp_height = CRIMP * down.parity * across.wave - ROUND * down.side**2
    weft_height = -CRIMP * across.parity * down.wave - ROUND * across.side**2
    warp_facing = SUN[0] * CRIMP * down.parity * across.slope - SUN[1] * down.side
    weft_facing = -SUN[1] * CRIMP * across.parity * down.slope - SUN[0] * across.side
    over = as_field(1 / (1 + np.exp((weft_height - warp_height) / BLEND)))
    relief = mix(warp_height, weft_height, share=over)
    facing = mix(warp_facing, weft_facing, share=over)
    pore = np.minimum(relief + 0.05, 0) ** 2
    own = mix(down.tone, across.tone, share=over)
    return as_field(RELIEF * relief - PORE * pore + FACING * facing + own)


def lay(yarn: Yarn, *, along: Field, across: Field) -> Lay:
    """Find where the points ``along`` × ``across`` lie in the threads of ``yarn``."""
    at = across - yarn.bulge.at(along, across)
    for sway, (reach, _) in zip(yarn.sway, SWAY, strict=True):
        at += reach * sway.at(along, across)
    place = as_field(np.interp(at, yarn.edges, np.arange(len(yarn.edges))))
    thread = whole(place)
    tone = DYE * np.take_along_axis(spline(yarn.dye, along / DYE_LENGTH), thread, axis=1)
    tone += FUZZ * yarn.fuzz.at(along, across) + SLUB * yarn.slub.at(along, across)
    return Lay(
        side=as_field(2 * (place - thread) - 1),
        parity=as_field(1 - 2 * (thread % 2)),
        wave=np.sin(pi * place),
        slope=np.cos(pi * place),
        tone=tone,
    )


def mix(one: Field, other: Field, *, share: Field) -> Field:
    """Blend ``share`` of ``one`` with the rest of ``other``."""
    return other + share * (one - other)


# Marbled paper


def make_marbled(dpi: float) -> Pixels:
    """Draw combed paper: bands of ink pulled into scallops, each with a pale vein."""
    rng = np.random.default_rng(1656)
    oversample = 2
    ys = pixel_centres(HEIGHT, dpi, oversample=oversample)
    xs = pixel_centres(WIDTH, dpi, oversample=oversample)
    sway = DRAG * noise(rng, (14.0, 14.0), area=(HEIGHT, WIDTH)).at(ys, xs)
    swirl = SWIRL * noise(rng, (3.0, 3.0), area=(HEIGHT, WIDTH)).at(ys, xs)
    teeth = (xs[None, :] + sway) / COMB
    scallop = np.sqrt(np.abs(2 * (teeth - np.floor(teeth)) - 1))
    depth = (ys[:, None] + PULL * scallop + sway + swirl) / BAND
    band = whole(depth)
    order = np.cumsum(rng.integers(1, len(INKS), size=int(band.max()) + 2)) % len(INKS)
    inks = np.array(INKS, np.float32)
    wet = inks[order[band]]
    wet[depth - band < VEIN] = inks[1]
    fine = [average_blocks(as_field(wet[..., channel]), oversample) for channel in range(3)]
    pixels: Pixels = np.clip(np.round(np.stack(fine, axis=-1)), 0, 255).astype(np.uint8)
    return pixels


if __name__ == "__main__":
    main()
