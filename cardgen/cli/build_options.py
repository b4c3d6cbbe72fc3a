"""The options of `cardgen build`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

TargetsOption = Annotated[
    list[str] | None, typer.Option("-t", "--target", help="Where to; see `cardgen targets`.")
]
OutputOption = Annotated[
    Path | None, typer.Option("-o", "--output", help="Output folder.", show_default="output")
]
DpiOption = Annotated[float, typer.Option(min=72, max=1200, help="Pixels per inch.")]
OnlyOption = Annotated[
    str | None, typer.Option("--only", help="Cards to write, as in `letter == 'a'`.")
]
SinceOption = Annotated[
    str | None,
    typer.Option("--since", help="Only cards that print otherwise than this print did."),
]
TagOption = Annotated[
    str | None, typer.Option("--tag", help="Remember this print by a name, as in `v1.2`.")
]
PicturesOption = Annotated[
    bool, typer.Option("--pictures", help="With --tag: keep a small picture of each face, too.")
]
DraftOption = Annotated[
    bool, typer.Option("--draft", help="Print DRAFT on each card, whatever is missing.")
]
JobsOption = Annotated[int | None, typer.Option("-j", "--jobs", min=1, help="Processes.")]
ExecutorOption = Annotated[
    str, typer.Option("--executor", help="Render on a cluster: `dask://host:port`.")
]
FreshOption = Annotated[
    bool, typer.Option("--fresh", help="Render all anew; use nothing of earlier builds.")
]
WatchOption = Annotated[bool, typer.Option("--watch", help="Build again whenever a file is saved.")]
