"""`cardgen lsp`: the language server that editors start."""

from __future__ import annotations

import click

from cardgen.cli.arguments import command
from cardgen.cli.terminal import UsageError


@command("lsp")
def lsp() -> None:
    """Serve an editor: findings, completion and pictures of cards as you type."""
    try:
        from cardgen.lsp.server import serve
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("pygls", "lsprotocol"):
            raise UsageError(
                "the language server needs pygls: `pip install 'cardgen[lsp]'`"
            ) from None
        raise
    code = serve()
    if code:
        raise click.exceptions.Exit(code)
