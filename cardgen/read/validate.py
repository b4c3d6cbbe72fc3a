"""Hold a node tree against a model, and put what does not fit in a designer's words.

In      a node, a model or a type.
Out     the validated value, or findings with place and hint, all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeVar, cast

from msgspec import Struct
from pydantic_core import ValidationError

from cardgen.core.findings import Finding, Report, Span, did_you_mean, find_closest
from cardgen.read.expected_values import describe_expected
from cardgen.read.field_homes import (
    explain_content,
    explain_list,
    explain_missing,
    explain_sequence,
    find_home,
    find_nearer,
    is_one_slip,
)
from cardgen.read.foreign_choices import explain_kind
from cardgen.read.foreign_fields import explain_field
from cardgen.read.models.core_schemas import make_validator
from cardgen.read.models.element import Element
from cardgen.read.models.elements import KINDS, PieceElement
from cardgen.read.models.game_file import LevelSpec
from cardgen.read.models.node_data import NodeDict, plain_data
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import TextStyle
from cardgen.read.models.templated import TemplatedSpec
from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode, find

T = TypeVar("T")
F = TypeVar("F", bound=TemplatedSpec)

Path = tuple[str | int, ...]
"""Steps from a node to one in it."""


def validate_node(node: Node, model: type[T] | Any, report: Report) -> T | None:
    """The node as `model`, or None and findings in `report`."""
    data = plain_data(node)
    try:
        value: T = make_validator(cast(Hashable, model)).validate_python(data)
    except ValidationError as error:
        report.extend(_findings(error, node, data))
        return None
    return value


def validate_filled(spec: F, filled: MappingNode, report: Report) -> F | None:
    """A mapping with other values in some of its fields; the elements in it stay as they are.

    Args:
        spec: What stood there with templates.
        filled: Its node, the templates filled in.
        report: Takes the findings.
    """
    data = NodeDict({}, filled)
    for key, (_, node) in filled.entries.items():
        name = spec.field_of(key)
        data[key] = getattr(spec, name) if name in spec.holding_elements() else plain_data(node)
    try:
        return cast(F, type(spec).model_validate(data).refilled(spec))
    except ValidationError as error:
        report.extend(_findings(error, filled, data))
        return None


_TYPED_PARAMETER = "declare it below `params:`, as in `params: {rows: {type: list, default: []}}`"
"""For a default of a piece's parameter that is no text."""
_MEANT = re.compile(r"(?:(?:did you mean|or) `|[{ ](?=[\w-]+:))([\w-]+)[`:]")
"""The names that a hint proposes."""
_SHOWN_VALUE = 30
_KEY = "[key]"
"""The last step of the path of an error in a key."""
_SCALAR_ERRORS = frozenset(("string_type", "literal_error", "bool_type"))


def _findings(error: ValidationError, node: Node, data: Any) -> Iterable[Finding]:
    """One finding a place, and one for each field that it lacks: of a union's several complaints
    about it, the first."""
    seen: set[tuple[str, Span | None, str]] = set()
    details = error.errors(include_url=False)
    meant = _list_meant(details, node, data)
    faulty = _places_with_more(details)
    choices = _places_of(details, "literal_error") & _places_of(details, "bool_")
    for detail in details:
        if _asks_for_scalar(detail) and detail["loc"][:-1] in faulty:
            continue
        if detail["type"] == "missing" and detail["loc"] in meant:
            continue
        is_choice = detail["loc"][:-1] in choices
        if is_choice and detail["type"] != "literal_error":
            continue
        finding = _translate(detail, _locate(node, data, detail["loc"]), "yes, no, " * is_choice)
        lacking = str(detail["loc"][-1]) if detail["type"] == "missing" else ""
        if (finding.code, finding.span, lacking) not in seen:
            seen.add((finding.code, finding.span, lacking))
            yield finding


def _list_meant(details: Sequence[Any], node: Node, data: Any) -> set[Path]:
    """The fields that names which are none are slips for: they are missing for that reason."""
    found: set[Path] = set()
    for detail in details:
        if detail["type"] == "extra_forbidden":
            place = _locate(node, data, detail["loc"])
            hint = _unknown_field(str(detail["loc"][-1]), place).hint
            found |= {(*detail["loc"][:-1], name) for name in _MEANT.findall(hint)}
    return found


def _asks_for_scalar(detail: Any) -> bool:
    """Whether a scalar is asked for where a mapping of a known model stands, as by a union."""
    given = detail["input"]
    held = isinstance(given, NodeDict) and given.model is not None
    return held and detail["type"] in _SCALAR_ERRORS


def _places_with_more(details: Sequence[Any]) -> set[Path]:
    """The places at which, or in which, more is wrong than that there is no scalar."""
    paths = (detail["loc"] for detail in details if detail["type"] not in _SCALAR_ERRORS)
    return {path[:end] for path in paths for end in range(len(path) + 1)}


def _places_of(details: Sequence[Any], kind: str) -> set[Path]:
    """The places of unions one of whose members complains so."""
    return {detail["loc"][:-1] for detail in details if detail["type"].startswith(kind)}


class ErrorPlace(Struct, frozen=True):
    """Where an error is: the innermost node on its path, the mapping around that node, the last
    step of the path, if the file does not hold it, the last name that it does hold, and the last
    that is a field's."""

    node: Node
    owner: NodeDict | None
    missing: str
    key: str
    field: str
    alias: Span | None = None
    """The last key, if an alias of what stands above is its value."""
    typed_key: Span | None = None
    """The last key, if the error is about it, and not about its value."""


def _locate(root: Node, data: Any, loc: Path) -> ErrorPlace:
    """Walk a path; it also holds names of union members, which no file holds: skip those."""
    node, owner, missing, key, field, alias = root, None, "", "", "", None
    last: ScalarNode | None = None
    for step in loc:
        inner = find(node, step)
        if inner is not None:
            last = node.key(str(step)) if isinstance(node, MappingNode) else None
            alias = _alias_key(node, step, inner)
            owner = data if isinstance(data, NodeDict) else owner
            field = str(step) if isinstance(data, NodeDict) and data.model else field
            node, data, missing = inner, data[step], ""
            key = step if isinstance(step, str) else key
        elif isinstance(step, str):
            missing = step
    about_key = last is not None and missing == _KEY
    typed_key = last.span if last and about_key else None
    return ErrorPlace(node, owner, missing, key, field, alias, typed_key)


def _alias_key(around: Node, step: str | int, value: Node) -> Span | None:
    """The place of a key whose value stands above it."""
    key = around.key(step) if isinstance(around, MappingNode) and isinstance(step, str) else None
    if key is None or key.span.file != value.span.file:
        return None
    typed, stands = (key.span.line, key.span.column), (value.span.line, value.span.column)
    return key.span if stands < typed else None


def _translate(detail: Any, place: ErrorPlace, besides: str) -> Finding:
    """An error as a finding; `besides` is what may stand there before what the error expects."""
    kind: str = detail["type"]
    context = detail.get("ctx", {})
    span = place.typed_key or place.node.span
    if kind == "extra_forbidden":
        return _unknown_field(str(detail["loc"][-1]), place)
    if kind == "missing":
        return _missing_part(place)
    if kind == "element_kind":
        return _no_kind(place.node)
    if "message" in context:
        hint = context["hint"] or (_TYPED_PARAMETER if "takes" in detail["loc"] else "")
        of_target = detail["loc"][:1] == ("targets",)
        hint = hint or (of_target and _explain_option(place)) or _explain_kind(place)
        return Finding(f"bad-{kind}", context["message"], span, hint=hint)
    node = place.node
    typed = f", not `{node.text}`" if isinstance(node, ScalarNode) and node.text else ""
    expected, hint = describe_expected(kind, context, node, place.key)
    if kind in ("too_long", "list_type") or (kind == "tuple_type" and "[a, b]" in hint):
        hint = explain_list(place.field) or hint
    if isinstance(node, MappingNode) and kind != "too_short":
        hint = explain_content(place.key) or hint
    if isinstance(node, ScalarNode) and node.plain and not node.text:
        hint = "write a value, in quotes if it begins with `#`"
    if place.alias is not None and not isinstance(node, ScalarNode):
        span = place.alias
        hint = f"an alias (`*…`) brings all that its anchor stands before; {hint or 'write a name'}"
    return Finding("wrong-type", f"expected {besides}{expected}{typed}", span, hint=hint)


def _explain_option(place: ErrorPlace) -> str:
    """What to write where an option of a target is a mapping or a list: of spot colors all in one
    text, as they are typed on the command line."""
    match place.node:
        case MappingNode() if place.key == "spot":
            said = [(key, value) for key, (_, value) in place.node.entries.items()]
            words = [f"{key}:{one.text}" for key, one in said if isinstance(one, ScalarNode)]
        case SequenceNode() if place.key == "spot" or len(place.node.items) == 1:
            words = [one.text for one in place.node.items if isinstance(one, ScalarNode)]
        case MappingNode() | SequenceNode():
            words = []
        case _:
            return ""
    if words:
        return f'write one text: `"{";".join(words)}"`'
    return "an option is one text or number; `cardgen targets` says what it may be"


def _explain_kind(place: ErrorPlace) -> str:
    """What to write where a mapping or a list stands in the place of a text."""
    match place.node:
        case MappingNode():
            return explain_content(place.key) or "put a text that begins with `{` in quotes"
        case SequenceNode():
            return explain_sequence(place.key) or "put a text that begins with `[` in quotes"
        case _:
            return ""


def _missing_part(place: ErrorPlace) -> Finding:
    span = place.node.span
    if isinstance(place.node, SequenceNode):
        hint = explain_list(place.field) or "add what is lacking"
        return Finding("missing-field", "this list is too short", span, hint=hint)
    hint = explain_missing(place.missing, place.key)
    return Finding("missing-field", f"`{place.missing}` is missing", span, hint=hint)


def _unknown_field(name: str, place: ErrorPlace) -> Finding:
    """Point at the key, and name the nearest field of the model that refused it."""
    owner = place.owner
    key = owner.node.key(name) if owner else None
    known = field_names(owner.model) if owner and owner.model else ()
    span = key.span if key else place.node.span
    hint = did_you_mean(name, known, what="field")
    if owner and owner.model:
        hint = _explain_unknown(name, owner.model, known) or _explain_parameter(name, owner) or hint
        given = next((one for one in owner.node.entries if hint == f"did you mean `{one}`?"), "")
        hint += " It stands here already" if given else ""
    return Finding("unknown-field", f"there is no field `{name}` here", span, hint=hint)


def _explain_parameter(name: str, owner: NodeDict) -> str:
    """Where a parameter of a piece stands, that is typed beside its name."""
    if owner.model is not PieceElement or find_closest(name, field_names(PieceElement)):
        return ""
    value = owner.node.value(name)
    shown = value.text if isinstance(value, ScalarNode) and len(value.text) < _SHOWN_VALUE else "…"
    shown = shown if value is None or "{" not in shown else f'"{shown}"'
    return f"write what the piece takes below `with:`, as in `with: {{{name}: {shown}}}`"


def _explain_unknown(name: str, model: type[Spec], known: Sequence[str]) -> str:
    """Which other name is meant, or in which other place; empty for a slip of the keyboard."""
    said = explain_field(name, model.__name__, known) or find_nearer(name, model)
    if said:
        return said
    if model is LevelSpec and not is_one_slip(name, known):
        return f"write `{{code: {name}, level: …}}`"
    is_of_element = issubclass(model, (Element, TextStyle))
    slipped = find_closest(name, known) if is_of_element else is_one_slip(name, known)
    return "" if slipped else find_home(name, model)


def _no_kind(node: Node) -> Finding:
    if not isinstance(node, MappingNode):
        hint = 'write for example `- text: "{{ name }}"`'
        if isinstance(node, SequenceNode):
            hint = "put the list below `overlay:`, `column:` or `row:`"
        return Finding("wrong-type", "expected an element", node.span, hint=hint)
    shared = field_names(Element)
    for key, (scalar, value) in node.entries.items():
        if key in shared:
            continue
        said = value.text if isinstance(value, ScalarNode) else ""
        hint = explain_kind(key, said) or did_you_mean(key, KINDS, what="kind")
        if not hint.startswith("known"):
            return Finding(
                "unknown-field", f"`{key}` is no kind of element", scalar.span, hint=hint
            )
    kinds = ", ".join(f"`{kind}`" for kind in KINDS)
    return Finding(
        "element-kind", "this element has no kind", node.span, hint=f"give one of {kinds}"
    )


def field_names(model: type[Spec]) -> tuple[str, ...]:
    """A model's fields as they are written in YAML."""
    return tuple(info.alias or name for name, info in model.model_fields.items())
