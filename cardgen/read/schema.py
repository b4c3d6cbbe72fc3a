"""JSON Schemas of the files of a game, made from the models, for editors and hooks.

In      the models of `read.models.game_file`; for card tables the fields that a deck declares.
Out     JSON Schema, in the dialect 2020-12, as plain data.
Not here  finding faults: `read.validate` does, and knows more than a schema can say.

An editor types scalars before it looks at the schema: `points: 1` is a number to it, and
`letter: y` perhaps a boolean. cardgen reads text and lets the model decide, so wherever the
model takes a text the schema takes every scalar, and wherever it takes a number or yes and
no, also the words for them in quotes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from cardgen.core.geometry import POINTS_PER_MM
from cardgen.core.lengths import Length
from cardgen.core.sizes import size_names
from cardgen.read.models.booklets import ROLES
from cardgen.read.models.credits import CreditSpec
from cardgen.read.models.editions import CorrectionSpec
from cardgen.read.models.game_file import DeckComposition, GameFile
from cardgen.read.models.layouts import LayoutsFile
from cardgen.read.models.showcase import FIELDS
from cardgen.read.models.tables import FieldSpec
from cardgen.read.models.templated import TemplatedSpec
from cardgen.read.tables.copies import COPIES, MAX_COPIES

Schema = dict[str, Any]

DIALECT = GenerateJsonSchema.schema_dialect
KINDS = ("game", "cards", "layouts", "composition")

_SCALAR = ["string", "number", "boolean"]
_INTEGER = r"^\s*[+-]?[0-9]+\s*$"
_NUMBER = r"^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*$"
_YES_OR_NO = (
    r"^([Yy]([Ee][Ss])?|[Nn][Oo]?|[Oo]([Nn]|[Ff][Ff])"
    r"|[Tt]([Rr][Uu][Ee])?|[Ff]([Aa][Ll][Ss][Ee])?|[01])$"
)
_YAML_BOOLEANS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def game_schema(codes: Iterable[str] = (), targets: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of `game.yaml`.

    Args:
        codes: Those that `checks:` may name; any, if left out.
        targets: The schema of the options of each target; any options, if left out.
    """
    schema = _of(GameFile, "cardgen: game.yaml")
    defs = schema["$defs"]
    fields = defs["DeckSpec"]["properties"]["fields"]
    kinds = defs["FieldSpec"]["properties"]["type"]["enum"]
    values = {"type": "array", "items": {"type": _SCALAR}}
    fields["additionalProperties"] = {
        "anyOf": [{"enum": kinds}, values, {"$ref": "#/$defs/FieldSpec"}]
    }
    _complete_tables(defs)
    for name, kind in (("fonts", "FontSpec"), ("icons", "IconSpec")):
        file_or_more = [{"type": "string"}, {"$ref": f"#/$defs/{kind}"}]
        schema["properties"][name]["additionalProperties"] = {"anyOf": file_or_more}
    _complete_hyphenation(schema["properties"])
    defs["DeckSpec"]["properties"]["size"]["examples"] = sorted(size_names())
    _complete_sizes(defs)
    _complete_boxes(defs)
    _complete_booklets(defs)
    _complete_showcase(defs)
    level = defs["LevelSpec"]
    level["if"] = {"properties": {"level": {"enum": ["off", False]}}}
    level["then"] = {"required": ["reason"]}
    known = sorted(codes)
    if known:
        code = level["properties"]["code"]
        level["properties"]["code"] = {"description": code["description"], "enum": known}
    if targets:
        _complete_targets(schema["properties"], targets)
    return schema


def _complete_targets(properties: Schema, targets: Mapping[str, Schema]) -> None:
    """The names of targets under `build:`, and the options of each under `targets:`."""
    properties["build"]["items"] = {"enum": [*targets]}
    options = properties["targets"]
    del options["additionalProperties"]
    options |= {"properties": dict(targets), "additionalProperties": False}


def _complete_hyphenation(properties: Schema) -> None:
    """`hyphenation: [far-broth-er]` for the words of any language."""
    lists = properties["hyphenation"]
    words = {"type": "array", "items": {"type": "string"}}
    own = {"type": "object", "additionalProperties": words}
    properties["hyphenation"] = {"description": lists["description"], "anyOf": [words, own]}


def _complete_tables(defs: Schema) -> None:
    """`cards: cards.csv` for a table, `join: {…}` for one."""
    deck = defs["DeckSpec"]["properties"]
    table = {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/TableSpec"}]}
    tables = {"type": "array", "minItems": 1, "items": table}
    deck["cards"] = {
        "description": deck["cards"]["description"],
        "anyOf": [*table["anyOf"], tables],
    }
    join = {"$ref": "#/$defs/JoinSpec"}
    deck["join"] = {
        "description": deck["join"]["description"],
        "anyOf": [join, {"type": "array", "items": join}],
    }


def _complete_sizes(defs: Schema) -> None:
    """Each shape has its own measures."""
    size = defs["SizeSpec"]
    size["properties"]["like"]["examples"] = sorted(size_names())
    across = dict.fromkeys(("hexagon", "triangle", "octagon"), ("height", "diameter"))
    others = {"circle": ("width", "height"), "upright-hexagon": ("width", "diameter"), **across}
    size["allOf"] = [
        {
            "if": {"properties": {"shape": {"const": shape}}, "required": ["shape"]},
            "then": {"properties": dict.fromkeys((*without, "tab", "fold"), False)},
        }
        for shape, without in others.items()
    ]


def _complete_boxes(defs: Schema) -> None:
    """`front: box-front` for a panel, `sleeved: yes` for sleeves."""
    for panel in defs["PanelsSpec"]["properties"].values():
        panel["anyOf"].append({"type": "string"})
    defs["PanelSpec"]["properties"]["turn"]["examples"] = [90, 180, 270]
    sleeved = defs["BoxSpec"]["properties"]["sleeved"]
    sleeved["anyOf"] += [{"type": "boolean"}, {"enum": ["yes", "no"]}]


def _complete_booklets(defs: Schema) -> None:
    """`page: a6` for a page, and the kinds of text that have a style."""
    booklet = defs["BookletSpec"]["properties"]
    about = booklet["page"].get("description", "")
    whole = {"$ref": "#/$defs/PageSpec"}
    booklet["page"] = {"description": about, "anyOf": [{"type": "string"}, whole]}
    booklet["styles"]["propertyNames"] = {"enum": list(ROLES)}


def _complete_showcase(defs: Schema) -> None:
    """`page: letter` for a page, `cards: letters` for a deck, the kinds of text; each kind of scene
    has its own fields."""
    scene = defs["ShowcaseSpec"]["properties"]
    scene["page"]["anyOf"].append({"type": "string"})
    scene["styles"]["propertyNames"] = {"enum": list(ROLES)}
    defs["ShowcaseSpec"]["allOf"] = [
        {
            "if": {"properties": {"scene": {"const": kind}}, "required": ["scene"]},
            "then": {"properties": dict.fromkeys(sorted({*scene} - fields), False)},
        }
        for kind, fields in FIELDS.items()
    ]


def layouts_schema() -> Schema:
    """The schema of `layouts.yaml`, where a template may stand in place of every value."""
    schema = _of(LayoutsFile, "cardgen: layouts.yaml")
    del schema["required"]  # a file that others include may hold styles only
    for kind in _templated_models(TemplatedSpec):
        made = schema["$defs"].get(kind.__name__)
        keys = [kind.model_fields[name].alias or name for name in kind.templated_fields()]
        for key in keys if made else ():
            _accept_templates(made["properties"], key, schema["$defs"])
    return schema


def _templated_models(kind: type[TemplatedSpec]) -> Iterator[type[TemplatedSpec]]:
    for derived in kind.__subclasses__():
        yield derived
        yield from _templated_models(derived)


_TEMPLATE: Schema = {"type": "string", "pattern": r"\{[{%#]"}


def _accept_templates(owner: Any, key: Any, defs: Schema) -> None:
    """Let a template stand for a value, and for each value in it."""
    schema = owner[key]
    if _TEMPLATE in schema.get("anyOf", ()):
        return
    for each in ("items", "additionalProperties"):
        if isinstance(schema.get(each), dict):
            _accept_templates(schema, each, defs)
    for several in ("prefixItems", "anyOf"):
        for index in range(len(schema.get(several, ()))):
            _accept_templates(schema[several], index, defs)
    reference = schema.get("$ref", "").removeprefix("#/$defs/")
    inner = defs.get(reference, {}).get("properties", {}) if reference else {}
    if not any(_takes_text(one) for one in (schema, *schema.get("anyOf", ()))):
        owner[key] = _either(schema, _TEMPLATE)
    for name in inner:
        _accept_templates(inner, name, defs)


def _takes_text(schema: Schema) -> bool:
    """Whether any text is good, and so a template too."""
    kind = schema.get("type", ())
    texts = kind == "string" or (isinstance(kind, list) and "string" in kind)
    return texts and not {"pattern", "enum", "const"} & schema.keys()


def composition_schema() -> Schema:
    """The schema of `composition.yaml`."""
    return _of(dict[str, DeckComposition], "cardgen: composition.yaml")


def corrections_schema() -> Schema:
    """The schema of the corrections of an edition."""
    return _of(list[CorrectionSpec], "cardgen: corrections")


def credits_schema() -> Schema:
    """The schema of `credits.yaml`."""
    return _of(list[CreditSpec], "cardgen: credits.yaml")


def cards_schema(fields: Mapping[str, FieldSpec] | None = None, title: str = "") -> Schema:
    """The schema of a card table, from the fields that its deck declares, if it does."""
    declared = fields or {}
    card: Schema = {
        "type": "object",
        "properties": {
            "id": {"type": _SCALAR, "description": "Names the card in files and findings."},
            **{name: _field(spec) for name, spec in declared.items()},
            **{name: _copies(name) for name in COPIES},
        },
        "additionalProperties": not declared,
    }
    required = [name for name, spec in declared.items() if spec.required]
    if required:
        card["required"] = required
    return {
        "$schema": DIALECT,
        "title": title or "cardgen: a card table",
        "type": "array",
        "minItems": 1,
        "items": card,
    }


def _copies(name: str) -> Schema:
    whole = {"type": "integer", "minimum": 0, "maximum": MAX_COPIES, "default": 1}
    about = "How often the card is printed." if name == "copies" else "The same as `copies`."
    return {"description": about, "anyOf": [whole, {"type": "string", "pattern": "^[0-9]+$"}]}


def _field(spec: FieldSpec) -> Schema:
    """One field of a card; empty is allowed where it is not required."""
    schema = _declared(spec)
    return schema if spec.required else {"anyOf": [schema, {"type": "null"}]}


def _declared(spec: FieldSpec) -> Schema:
    if spec.type == "list":
        return {"type": ["array", *_SCALAR]}
    if spec.type == "mapping":
        return {"type": "object"}
    if spec.one_of:
        return {"enum": [typed for text in spec.one_of for typed in _as_typed(text)]}
    if spec.type == "text":
        return {"type": list(_SCALAR)}
    return _loosened({"type": spec.type})


def _as_typed(text: str) -> list[Any]:
    """A text, and what an editor may take it for."""
    typed: list[Any] = [text]
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        if number not in typed and number == number and abs(number) != float("inf"):
            typed.append(number)
    if text.casefold() in _YAML_BOOLEANS:
        typed.append(_YAML_BOOLEANS[text.casefold()])
    return typed


class _TypedDefaults(GenerateJsonSchema):
    """Defaults as they would be typed: a length in millimeters."""

    def encode_default(self, dft: Any) -> Any:
        if isinstance(dft, Length):
            return f"{dft.points / POINTS_PER_MM:.6g}mm" if dft.points else "0"
        return super().encode_default(dft)


def _of(model: Any, title: str) -> Schema:
    made = TypeAdapter(model).json_schema(by_alias=True, schema_generator=_TypedDefaults)
    return {"$schema": DIALECT, **_loosened(made), "title": title}


def _loosened(schema: Schema) -> Schema:
    """The schema for values that an editor has typed; pydantic's titles left out."""
    loose: Schema = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            loose[key] = {name: _loosened(inner) for name, inner in value.items()}
        elif key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            loose[key] = [_loosened(inner) for inner in value]
        elif key in ("items", "additionalProperties") and isinstance(value, dict):
            loose[key] = _loosened(value)
        elif key == "default" and value in (None, "", [], {}):
            continue
        elif key != "title":
            loose[key] = value
    return _loose_scalar(loose)


def _loose_scalar(schema: Schema) -> Schema:
    """One level of a schema: what stands for text, number, and yes or no."""
    kind = schema.get("type")
    if "enum" in schema:
        texts = [typed for text in schema["enum"] for typed in _as_typed(text)]
        return _without(schema, "type") | {"enum": texts}
    if isinstance(kind, list) and "string" in kind:
        return _loose_union(schema, kind)
    if kind == "string" and "pattern" not in schema:
        return schema | {"type": _SCALAR}
    if kind == "array" and schema.get("items", {}).get("type") == _SCALAR:
        return schema | {"type": ["array", *_SCALAR]}
    also: dict[str, Schema] = {
        "integer": {"type": "string", "pattern": _INTEGER},
        "number": {"type": "string", "pattern": _NUMBER},
        "boolean": {"type": ["string", "integer"], "pattern": _YES_OR_NO},
    }
    return _either(schema, also[kind]) if isinstance(kind, str) and kind in also else schema


def _loose_union(schema: Schema, kinds: list[str]) -> Schema:
    """What the model's small types say of themselves: a length, a text, a list of words."""
    if "pattern" in schema:
        return _either(schema | {"type": "string"}, {"const": 0})
    return schema | {"type": list(dict.fromkeys((*kinds, *_SCALAR, "null")))}


def _either(schema: Schema, other: Schema) -> Schema:
    """`schema` or `other`; what is said about both stays outside."""
    about: Schema = {key: schema[key] for key in ("description", "default") if key in schema}
    return {**about, "anyOf": [_without(schema, *about), other]}


def _without(schema: Schema, *keys: str) -> Schema:
    return {key: value for key, value in schema.items() if key not in keys}
