"""The options of `cardgen build` that no other command has."""

from __future__ import annotations

import click

from cardgen.cli.arguments import WholeNumberType

target_option = click.option(
    "-t",
    "--target",
    "typed",
    multiple=True,
    metavar="TARGET",
    help="Where to; see `cardgen targets`.",
)
only_option = click.option(
    "--only", default="", metavar="EXPRESSION", help="Cards to write, as in `letter == 'a'`."
)
since_option = click.option(
    "--since",
    default="",
    metavar="PRINT",
    help="Only cards that print otherwise than this print did.",
)
tag_option = click.option(
    "--tag", default="", metavar="NAME", help="Remember this print by a name, as in `v1.2`."
)
pictures_option = click.option(
    "--pictures", is_flag=True, help="With --tag: keep a small picture of each face, too."
)
draft_option = click.option(
    "--draft", is_flag=True, help="Print DRAFT on each card, whatever is missing."
)
jobs_option = click.option(
    "-j", "--jobs", type=WholeNumberType(1), metavar="NUMBER", help="Processes."
)
executor_option = click.option(
    "--executor",
    default="",
    metavar="ADDRESS",
    help="Render on a cluster: `dask://host:port`.",
)
fresh_option = click.option(
    "--fresh", is_flag=True, help="Render all anew; use nothing of earlier builds."
)
watch_option = click.option("--watch", is_flag=True, help="Build again whenever a file is saved.")
