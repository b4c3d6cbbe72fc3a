"""Models that were validated before: made again of what was kept, without being validated.

In      a node, the model that it is held against.
Out     the same model that `read.validate` makes of it.
Not here  the form in which models are kept (`read.packed_specs`), the store
        (`cache.result_store`), which gives nothing to another program.

A model depends on its node, places included, and on nothing else. It is kept only if nothing was
found wrong: findings have to be made again. Where all is known no schema is built:
that, and to validate the files of 216 cards, takes a twelfth of a check after an edited word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_origin

from cardgen.cache.content_key import make_record_key
from cardgen.cache.result_store import ResultStore
from cardgen.core.findings import Report
from cardgen.read.packed_specs import UnpackableError, pack_spec, unpack_spec
from cardgen.read.syntax.nodes import Node

MAX_BYTES = 4_000_000
"""Of the models of a project; those of a game of 216 cards are 50 kB."""


class KeptSpecs:
    """The models of a project, or of one run if there is no store."""

    def __init__(self, store: ResultStore | None = None, *, recalls: bool = True) -> None:
        """Prepare to look for models; nothing is read yet.

        Args:
            store: Holds what was validated before.
            recalls: Whether that is wanted; what is validated is kept in any case.
        """
        self._store, self._recalls = store, recalls

    def validate(self, node: Node, model: Any, report: Report) -> Any:
        """The node as `model`; see `validate.validate_node`."""

        def read() -> Any:
            from cardgen.read.validate import validate_node

            return validate_node(node, model, report)

        return self._fetch(node, model, report, read)

    def salvage(self, node: Node, model: Any, report: Report) -> Any:
        """The node as `model`, as far as it is sound; see `validate.salvage_node`."""

        def read() -> Any:
            from cardgen.read.validate import salvage_node

            return salvage_node(node, model, report)

        return self._fetch(node, model, report, read)

    def save(self) -> None:
        """Keep what was validated for the next process."""
        if self._store is not None:
            self._store.save()

    def _fetch(self, node: Node, model: Any, report: Report, read: Callable[[], Any]) -> Any:
        """What is kept of a node, or what `read` makes, if it finds no fault."""
        if self._store is None:
            return read()
        key = make_record_key(str(model), node)
        found = self._recall(key, node) if self._recalls else None
        if isinstance(found, get_origin(model) or model):
            return found
        known = len(report)
        made = read()
        if made is not None and len(report) == known:
            self._keep(key, made, node)
        return made

    def _recall(self, key: bytes, node: Node) -> Any:
        packed = self._store.get(key) if self._store is not None else None
        if not isinstance(packed, bytes):
            return None
        try:
            return unpack_spec(packed, node)
        except UnpackableError:
            return None

    def _keep(self, key: bytes, made: object, node: Node) -> None:
        try:
            packed = pack_spec(made, node)
        except UnpackableError:
            return
        if self._store is not None:
            self._store.put(key, packed)


NOT_KEPT = KeptSpecs()
"""Validates everything."""
