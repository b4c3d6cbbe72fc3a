"""`manifest.json`: what a target wrote, for programs.

In      the facts of a target, in the order in which they are to stand.
Out     JSON with the game's and the target's name before them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from cardgen.bind.bound_faces import BoundCard
from cardgen.files.output_folder import OutputFolder
from cardgen.targets.contract import Job

FILE = "manifest.json"


def write_manifest(
    output: OutputFolder, job: Job, target: str, facts: Mapping[str, object], folder: str = ""
) -> None:
    """Write the manifest into the output folder, or into a `folder` of it (`poker/`)."""
    manifest = {"game": job.name, "target": target, **describe_part(job), **facts}
    output.write(f"{folder}{FILE}", to_json(manifest))


def describe_part(job: Job) -> dict[str, object]:
    """Return what a manifest says of a print that is not the whole, finished game."""
    part: dict[str, object] = {"only": job.only} if job.only else {}
    if job.missing_pictures or job.draft:
        part["draft"] = {"missing_pictures": list(job.missing_pictures)}
    return part


def to_json(value: object) -> bytes:
    """Return JSON as cardgen writes it into files: readable, and the same for the same value."""
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def source_of(card: BoundCard) -> str:
    """Return where a card stands: `letters.yaml:12`, from the game's folder."""
    return f"{card.span.file}:{card.span.line}"


def plain_dpi(dpi: float) -> float:
    """Return a resolution that is written as `300` if it is whole."""
    return int(dpi) if dpi == int(dpi) else dpi
