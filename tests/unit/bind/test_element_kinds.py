"""A kind of element is known in every place that lists kinds: see CONTRIBUTING.md."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from cardgen.bind.elements.element_fields import CONTENT, content
from cardgen.read.models.element import Element
from cardgen.read.models.elements import KINDS, AnyElement
from cardgen.read.models.pydantic_models import typed_fields
from cardgen.read.models.values import Text

MODELS: tuple[type[Element], ...] = tuple(
    get_args(tagged)[0] for tagged in get_args(get_args(AnyElement)[0])
)
EXPRESSIONS = {"when", "repeat"}
"""Fields that are one expression each, not a text with templates in it."""


def filled_fields(model: type[Element]) -> set[str]:
    """The fields of a model whose type is `Text`: those that a card may fill."""
    reader = get_args(Text)[1]
    return {name for name, field in typed_fields(model).items() if reader in field.metadata}


def test_every_kind_has_a_model_and_every_model_is_in_the_union() -> None:
    tags = [get_args(tagged)[1].words[0] for tagged in get_args(get_args(AnyElement)[0])]
    assert sorted(tags) == sorted(f"<{kind}>" for kind in KINDS), (
        "name the kind in `KINDS` and in `AnyElement`, both in cardgen/read/models/elements.py"
    )


def kinds_of(model: type[Element]) -> set[type[Element]]:
    """The models below one that nothing is made from: each is a kind of element."""
    below = model.__subclasses__()
    return {one for kind in below for one in kinds_of(kind)} if below else {model}


def test_every_model_that_is_written_is_a_kind_of_element() -> None:
    written = {model for model in kinds_of(Element) if model.__module__.startswith("cardgen.")}
    assert written == set(MODELS), (
        "name the model in `AnyElement` of cardgen/read/models/elements.py, its kind in `KINDS`"
    )


def holding_fields(model: type[Element]) -> list[str]:
    """The fields of elements, whether pydantic has resolved their type yet or not."""
    types = {name: str(field.annotation) for name, field in typed_fields(model).items()}
    return [name for name, type_ in types.items() if re.search("AnyElement|TextElement", type_)]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_what_an_element_holds_is_found_in_it(model: type[Element]) -> None:
    """Names are looked up, and pictures and fonts found, in what `content` gives."""
    held = [name for name in holding_fields(model) if name != "mask"]
    inside = model.model_construct(**{name: ["inside"] for name in held})
    assert list[object](content(inside)) == ["inside"] * len(held), (
        "give what the element holds in `content` of cardgen/bind/elements/element_fields.py"
    )


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_text_that_a_card_may_fill_is_filled_for_each_card(model: type[Element]) -> None:
    """One that is not in `CONTENT` is bound once, and shows the first card's value on all."""
    assert filled_fields(model) - EXPRESSIONS <= set(CONTENT), (
        "name the field in `CONTENT` of cardgen/bind/elements/element_fields.py"
    )


def test_the_texts_that_cards_may_fill_are_seen() -> None:
    found = {name for model in MODELS for name in filled_fields(model)}
    assert {"text", "picture", "outline", *EXPRESSIONS} <= found
