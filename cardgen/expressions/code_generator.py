"""What Jinja writes of expressions that are compiled, where cardgen's mean something else.

In      a part of a parsed template.
Out     Python that calls `join_texts` and `slice_value` of the environment.
"""

from __future__ import annotations

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame


class TemplateCompiler(CodeGenerator):
    """Jinja's, with a `~` between what is printed of values, and slices of whole characters."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802 - Jinja's hook
        self.write("environment.join_texts((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802 - Jinja's hook
        if not isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        self.write("environment.slice_value(")
        self.visit(node.node, frame)
        self.write(", slice(")
        for part in (node.arg.start, node.arg.stop, node.arg.step):
            self.visit(part or nodes.Const(None), frame)
            self.write(", ")
        self.write("))")
