"""What is wrong with a command as it was typed, in this program's words instead of Click's.

In      an error of Click's, raised while it reads options and arguments.
Out     one sentence: what was typed, and what to write instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import click

from cardgen.core.findings import did_you_mean, find_closest

BLANK_HINT = "; write a value, or leave it out"


def describe_usage(error: click.UsageError) -> str:
    """The sentence for an error."""
    match error:
        case click.NoSuchOption():
            return _no_such_option(error)
        case click.MissingParameter():
            return f"{_name_of(error.param)} is missing; write `{_line_of(error.ctx)}`"
        case click.BadParameter():
            return f"{_name_of(error.param)}: {error.message}"
        case click.BadOptionUsage():
            return f"{error.option_name}: nothing is given; write its value behind it"
        case _:
            return _surplus(error) or error.message


def hint_at_command(words: Sequence[str], commands: Collection[str]) -> str:
    """What to write instead of a line whose first word is no command.

    Args:
        words: The line, without the program.
        commands: Those that there are.
    """
    first, second = words[0], "".join(words[1:2])
    if first in ("help", "version"):
        return f"write `cardgen --{first}`"
    if second in commands:
        return f"the command comes first: write `cardgen {second} {first}`"
    if _is_target(first):
        game = f" {second}" if second and not second.startswith("-") else ""
        return f"it is a target: write `cardgen build{game} -t {first}`"
    if any((folder / "game.yaml").is_file() for folder in (Path(first), Path("card_data", first))):
        return f"it is a game: write `cardgen build {first}`, or another command before it"
    return did_you_mean(first, commands, what="command")


def refuse_repeated(ctx: click.Context, typed: Iterable[click.Parameter]) -> None:
    """Refuse an option that was typed twice and has one value: the first would be passed over.

    Args:
        ctx: The command's.
        typed: Options and arguments in the order in which they were typed.

    Raises:
        click.BadParameter: there is one.
    """
    seen: set[click.Parameter] = set()
    for param in typed:
        if param in seen:
            raise click.BadParameter(
                "it is given twice, and has one value; leave one out", ctx, param
            )
        if isinstance(param, click.Option) and not (param.multiple or param.is_flag or param.count):
            seen.add(param)


def refuse_blanks(ctx: click.Context) -> None:
    """Refuse options and arguments that were typed with no text: a script's unset variables.

    Raises:
        click.BadParameter: there is one; it would be as if nobody had typed it.
    """
    for param in ctx.command.params:
        source = ctx.get_parameter_source(param.name or "")
        if source is None or source.name != "COMMANDLINE":
            continue
        value = ctx.params.get(param.name or "")
        texts = [value] if isinstance(value, str) else value if isinstance(value, tuple) else []
        if any(isinstance(text, str) and not text.strip() for text in texts):
            rest = "" if param.required else BLANK_HINT
            raise click.BadParameter(f"nothing is given{rest}", ctx, param)


def _no_such_option(error: click.NoSuchOption) -> str:
    known = [name for param in error.ctx.command.params for name in param.opts] if error.ctx else []
    known = [name for name in (*known, "--help") if name.startswith("--")]
    near = find_closest(error.option_name, known)
    hint = f"did you mean `{near}`?" if near else f"known: {', '.join(map(_quoted, known))}"
    if not near and error.ctx and error.ctx.info_name == "build":
        hint = _as_target_option(error.option_name.removeprefix("--")) or hint
    return f"`{_command_of(error.ctx)}` has no option `{error.option_name}`; {hint}"


def _as_target_option(name: str) -> str:
    """How an option of a target is typed; nothing if no target has it."""
    from cardgen.targets.registry import option_schemas

    owners = [one for one, schema in option_schemas().items() if name in schema["properties"]]
    if not owners:
        return ""
    others = f", and of {', '.join(map(_quoted, owners[1:]))}" if owners[1:] else ""
    return f"it is one of the target `{owners[0]}`{others}: write `-t {owners[0]}:{name}=…`"


def _surplus(error: click.UsageError) -> str:
    """Arguments that there are too many of; nothing if the error is another."""
    typed = error.message.partition("(")[2].rpartition(")")[0]
    if "extra argument" not in error.message:
        return ""
    return f"`{typed}` is too much; write `{_line_of(error.ctx)}{_behind_option(error.ctx, typed)}`"


def _behind_option(ctx: click.Context | None, typed: str) -> str:
    """The option of a command behind which surplus words belong; nothing if there is none."""
    from cardgen.cli.arguments import quote_argument  # which imports this module

    options = {name for one in ctx.command.params for name in one.opts} if ctx else set()
    if "--target" in options and all(_is_target(word) for word in typed.split()):
        return "".join(f" -t {word}" for word in typed.split())
    field = "FIELD" if " " in typed or not typed else quote_argument(typed)
    return f" --of {field}" if "--of" in options else ""


def _is_target(word: str) -> bool:
    from cardgen.targets.installed import ALL, target_names

    return word.partition(":")[0] in (ALL, *target_names())


def _line_of(ctx: click.Context | None) -> str:
    """The command with its arguments."""
    pieces = ctx.command.collect_usage_pieces(ctx) if ctx else []
    return " ".join((_command_of(ctx), *(one for one in pieces if one != "[OPTIONS]")))


def _command_of(ctx: click.Context | None) -> str:
    """The command as it is typed, however this process was started."""
    return f"cardgen {ctx.info_name}" if ctx and ctx.parent else "cardgen"


def _name_of(param: click.Parameter | None) -> str:
    if param is None:
        return "the command"
    return max(param.opts, key=len) if not _is_argument(param) else param.human_readable_name


def _is_argument(param: click.Parameter) -> bool:
    return isinstance(param, click.Argument)


def _quoted(name: str) -> str:
    return f"`{name}`"
