"""Models that were validated before: made again of what was kept, without being validated.

In      a node, the model that it is held against.
Out     the same model that `read.validate` makes of it.
Not here  the form in which models are kept (`read.packed_specs`), the store
        (`cache.result_store`), which gives nothing to another program.

A model depends on its node, places included, and on nothing else. It is kept only if nothing was
found wrong: findings have to be made again. Where all is known no schema is built, and pydantic
is not imported: of 216 cards a check after an edited word takes 0.77 s of processor time, not 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast, get_origin

from cardgen.cache.content_key import make_record_key
from cardgen.cache.result_store import ResultStore
from cardgen.core.findings import Report
from cardgen.read.models.templated import TemplatedSpec
from cardgen.read.packed_specs import UnpackableError, pack_spec, unpack_spec
from cardgen.read.syntax.nodes import MappingNode, Node

MAX_BYTES = 4_000_000
"""Of the models of a project; those of a game of 216 cards are 50 kB."""


MOST_FILLED = 500
"""Mappings with templates that one run keeps: of large games each card may have others."""

F = TypeVar("F", bound=TemplatedSpec)


class KeptSpecs:
    """The models of a project, or of one run if there is no store."""

    def __init__(self, store: ResultStore | None = None, *, recalls: bool = True) -> None:
        """Prepare to look for models; nothing is read yet.

        Args:
            store: Holds what was validated before.
            recalls: Whether that is wanted; what is validated is kept in any case.
        """
        self._store, self._recalls, self._filled = store, recalls, 0

    def validate(self, node: Node, model: Any, report: Report) -> Any:
        """The node as `model`; see `validate.validate_node`."""

        def read() -> Any:
            from cardgen.read.validate import validate_node

            return validate_node(node, model, report)

        return self._fetch(node, model, report, read)

    def salvage(self, node: Node, model: Any, report: Report, *, deepest: int | None = None) -> Any:
        """The node as `model`, as far as it is sound; see `salvage.salvage_node`."""

        def read() -> Any:
            from cardgen.read.salvage import salvage_node

            return salvage_node(node, model, report, deepest=deepest)

        return self._fetch(node, model, report, read)

    def fill(self, spec: F, filled: MappingNode, report: Report) -> F | None:
        """A mapping with its templates filled in; see `validate.validate_filled`. Elements in it
        are not kept: they are those of `spec`."""
        key = make_record_key("filled", type(spec).__name__, filled) if self._store else b""
        found = self._recall(key, filled)
        if isinstance(found, type(spec)):
            found.__dict__.update({name: getattr(spec, name) for name in spec.holding_elements()})
            return cast(F, found.refilled(spec))
        from cardgen.read.validate import validate_filled

        told = report.told
        made = validate_filled(spec, filled, report)
        if made is not None and report.told == told and self._filled < MOST_FILLED:
            self._filled += 1
            alone = made.__copy__()
            alone.__dict__.update(dict.fromkeys(spec.holding_elements()))
            self._keep(key, alone, filled)
        return made

    def save(self) -> None:
        """Keep what was validated for the next process."""
        if self._store is not None:
            self._store.save()

    def _fetch(self, node: Node, model: Any, report: Report, read: Callable[[], Any]) -> Any:
        """What is kept of a node, or what `read` makes, if it finds no fault."""
        if self._store is None:
            return read()
        key = make_record_key(str(model), node)
        found = self._recall(key, node)
        if isinstance(found, get_origin(model) or model):
            return found
        told = report.told
        made = read()
        if made is not None and report.told == told:
            self._keep(key, made, node)
        return made

    def _recall(self, key: bytes, node: Node) -> Any:
        packed = self._store.get(key) if self._store is not None and self._recalls else None
        if not isinstance(packed, bytes):
            return None
        try:
            return unpack_spec(packed, node)
        except UnpackableError:
            return None

    def _keep(self, key: bytes, made: object, node: Node) -> None:
        if self._store is None:
            return
        try:
            packed = pack_spec(made, node)
        except UnpackableError:
            return
        self._store.put(key, packed)


NOT_KEPT = KeptSpecs()
"""Validates everything."""
