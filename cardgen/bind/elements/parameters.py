"""What a piece or style is given where it is used, and its defaults.

In      the parameters, what is given, the card.
Out     values by name, each of its type; findings where they are not, or are missing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cardgen.bind.elements.card_context import CardContext, TemplateFiller
from cardgen.core.findings import Finding, Note, did_you_mean
from cardgen.expressions import template
from cardgen.expressions.faults import TemplateFault
from cardgen.expressions.language_functions import for_print
from cardgen.read.models.parameters import ParameterSpec, typed_value
from cardgen.read.models.record import Spec
from cardgen.read.syntax.nodes import MappingNode, ScalarNode, find
from cardgen.read.tables.values import parse_plain_text


def given_values(
    filler: TemplateFiller,
    use: Spec,
    given: Mapping[str, str],
    context: CardContext,
    needed: Collection[str],
) -> dict[str, Any]:
    """What stands under `with:`; a number that is typed plainly is a number. What is `needed`
    word for word has the capitals of no language."""
    return {name: _given(filler, use, given, name, context, name in needed) for name in given}


def _given(
    filler: TemplateFiller,
    use: Spec,
    given: Mapping[str, str],
    name: str,
    context: CardContext,
    needed: bool,
) -> Any:
    scalar = use.scalar("with", name)
    try:
        return parameter(given[name], scalar, context.values, needed=needed)
    except TemplateFault as fault:
        filler.report_fault(fault, scalar, use, given[name], context)
        return ""


def parameter(
    source: str, scalar: ScalarNode | None, values: Mapping[str, Any], *, needed: bool = False
) -> Any:
    """The value of a parameter: a number that is typed plainly is a number. It is printed, if it
    is not `needed` word for word."""
    if "{" in source:
        return template.fill_native(source, values if needed else for_print(source, values))
    return parse_plain_text(source) if scalar is None or scalar.plain else source


def typed_parameters(
    filler: TemplateFiller,
    use: Spec,
    what: str,
    parameters: Mapping[str, ParameterSpec],
    given: Mapping[str, Any],
    context: CardContext,
) -> dict[str, Any] | None:
    """The value of each declared parameter; None where one is not of its type, or missing.

    What is wrong is in the report.

    Args:
        filler: Fills in templates; has the report.
        use: Where it is used.
        what: What it is called: "the piece `bar`".
        parameters: Those that are declared.
        given: Values that are given to it.
        context: The card.
    """
    values: dict[str, Any] = {}
    for name, spec in parameters.items():
        try:
            value = given[name] if name in given else _default(spec, context)
            if name not in given and spec.is_needed:
                message = f"{what} needs `{name}`"
                _report(
                    filler, message, use, f"add `with: {{{name}: …}}`", context, "missing-field"
                )
            else:
                values[name] = typed_value(value, spec.type)
        except ValueError as error:
            place = use.place("with", name)
            message = f"`{name}` of {what} is {error}"
            note = Note("for the card", context.card.span)
            filler.report.add(
                Finding("bad-parameter", message, place, notes=(note,), card=context.label)
            )
    return values if len(values) == len(parameters) else None


def _default(spec: ParameterSpec, context: CardContext) -> Any:
    if not isinstance(spec.default, str):
        return spec.default
    return parameter(spec.default, spec.scalar("default"), context.values)


def _report(
    filler: TemplateFiller, message: str, use: Spec, hint: str, context: CardContext, code: str
) -> None:
    note = Note("for the card", context.card.span)
    filler.report.add(
        Finding(code, message, use.span, hint=hint, notes=(note,), card=context.label)
    )


def check_names(
    use: Spec, what: str, taken: Mapping[str, Any], given: Mapping[str, Any]
) -> list[Finding]:
    """What is given to a piece or style that does not take it."""
    found = []
    for name in given:
        if name not in taken:
            hint = did_you_mean(name, taken, what="parameter")
            node = find(use.node, "with")
            key = node.key(name) if isinstance(node, MappingNode) else None
            place = key.span if key else use.span
            found.append(Finding("unknown-field", f"{what} takes no `{name}`", place, hint=hint))
    return found
