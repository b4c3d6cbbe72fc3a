"""The plain data of a mapping, with its node: what models are validated from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardgen.read.syntax.nodes import MappingNode, Node, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from cardgen.read.models.record import Spec


class NodeDict(dict[str, Any]):
    """The plain data of a mapping, with its node and the model it was held against."""

    def __init__(self, data: dict[str, Any], node: MappingNode) -> None:
        super().__init__(data)
        self.node = node
        self.model: type[Spec] | None = None


def plain_data(node: Node | None) -> Any:
    """The node as dictionaries, lists and texts; an empty plain value is None."""
    if isinstance(node, ScalarNode):
        return None if node.plain and not node.text else node.text
    if isinstance(node, SequenceNode):
        return [plain_data(item) for item in node.items]
    if isinstance(node, MappingNode):
        return NodeDict({key: plain_data(value) for key, (_, value) in node.entries.items()}, node)
    return None
