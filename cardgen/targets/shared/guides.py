"""Guides in Markdown (`ORDER.md`, `UPLOAD.md`, `IMPORT.md`): what they all begin with.

In      the text of a target's guide.
Out     the file, with a warning before the text if the print is not the whole, finished game.
"""

from __future__ import annotations

from cardgen.core.findings import plural
from cardgen.files.output_folder import OutputFolder
from cardgen.targets.contract import Job
from cardgen.targets.shared.markdown_names import quote_name


def write_guide(output: OutputFolder, job: Job, file: str, guide: str) -> None:
    """Write a guide; one to a part or a draft says so first."""
    output.write(file, (_warn_of_part(job) + guide).encode("utf-8"))


def _warn_of_part(job: Job) -> str:
    """Return what a guide says first of a print that is not the whole, finished game."""
    lines = [f"**Only some cards of the game: {quote_name(job.only)}.**"] if job.only else []
    if job.missing_pictures or job.draft:
        count = len(job.missing_pictures)
        missing = f": {plural(count, 'picture')} {'is' if count == 1 else 'are'} missing"
        lines.append(f"**A draft, not to be ordered{missing if count else ''}.**")
    return "".join(f"{line}\n\n" for line in lines)
