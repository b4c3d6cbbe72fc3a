"""The commands there are, in the order in which `--help` lists them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from cardgen.version import __version__

_PLACES = {
    "build": "commands:build",
    "check": "check_command:check",
    "preview": "commands:preview",
    "lsp": "lsp_command:lsp",
    "stats": "statistics_command:stats",
    "diff": "print_commands:diff",
    "print-tag": "print_commands:print_tag",
    "prints": "print_commands:prints",
    "order": "order_command:order",
    "translate": "translate_command:translate",
    "explain": "reference:explain",
    "schema": "reference:schema",
    "sizes": "reference:sizes",
    "targets": "reference:targets",
    "new": "new_commands:new",
    "import": "new_commands:import_",
    "calibrate": "calibrate_command:calibrate",
}
"""The module of this package and the function of each."""
_SENTENCE = 200
"""Characters that the first sentence about a command may have."""


@contextmanager
def _told_in_words() -> Iterator[None]:
    """Tell what is wrong with a command line in our words, and in one line.

    Raises:
        UsageError: something is.
    """
    try:
        yield
    except click.UsageError as error:
        from cardgen.cli.terminal import UsageError
        from cardgen.cli.usage_faults import describe_usage

        raise UsageError(describe_usage(error)) from None


class _Commands(click.Group):
    """The commands by their names; the module of one is imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's
        return list(_PLACES)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - Click's
        cmd_name: str,
    ) -> click.Command | None:
        if cmd_name not in _PLACES:
            return None
        module, _, function = _PLACES[cmd_name].partition(":")
        found: click.Command = vars(import_module(f"cardgen.cli.{module}"))[function]
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List them with their whole first sentences, which Click would cut off at the margin."""
        found = [(name, self.get_command(ctx, name)) for name in _PLACES]
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, one.get_short_help_str(_SENTENCE)) for name, one in found if one]
            )

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the options before the command; without any word, Click shows the help."""
        if not args:
            return super().make_context(info_name, args, parent, **extra)
        with _told_in_words():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Read the command's own options and arguments, and run it."""
        with _told_in_words():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Say which command may be meant, where Click would look at those it has imported."""
        if args[0] not in _PLACES and not ctx.resilient_parsing:
            from cardgen.cli.usage_faults import hint_at_command

            ctx.fail(f"there is no command `{args[0]}`; {hint_at_command(args, _PLACES)}")
        return super().resolve_command(ctx, args)


@click.group(
    name="cardgen",
    cls=_Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="cardgen %(version)s", help="Print the version.")
def app() -> None:
    """Plain-text card definitions in, print-ready cards out."""
