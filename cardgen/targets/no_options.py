"""The options of a target that has none.

Out     `NoOptions`, which stands where other targets have their `TargetOptions`.

It is no model of pydantic's, which a print for the usual target would import for nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from msgspec import Struct


class NoOptions(Struct, frozen=True):
    """For targets without options."""

    @classmethod
    def parse(cls, pairs: Mapping[str, str]) -> Self:
        """Read options as typed, all of them known: none."""
        del pairs
        return cls()

    @classmethod
    def help_lines(cls) -> dict[str, str]:
        """Return what can be chosen: nothing."""
        return {}

    @classmethod
    def options_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of what `game.yaml` may hold of them."""
        return {"type": "object", "properties": {}, "additionalProperties": False}

    @classmethod
    def model_json_schema(cls) -> dict[str, Any]:
        """Return the same, with what editors say of it."""
        return {**cls.options_schema(), "description": cls.__doc__}
