"""The model of `credits.yaml`: who made what, and what its licence allows.

In      the rows of a credits file, of any kind of table.
Out     `CreditSpec`s; which files there are is not looked up.
"""

from __future__ import annotations

from cardgen.read.models.declarations import Field
from cardgen.read.models.record import Spec
from cardgen.read.models.values import Names, Text


class CreditSpec(Spec):
    """Whose work something is."""

    file: Names = Field(
        [], description="Files of the game, or patterns: `art/*.svg`; none for a text."
    )
    title: Text = Field("", description="What it is called, as credits say it.")
    author: str = Field(min_length=1, description="Who made it.")
    source: Text = Field("", description="Where it is from: an address, a book.")
    licence: str = Field(
        min_length=1, description="Its licence: `CC BY 4.0`, `OFL`, `CC0`, `own work` …"
    )
    permission: Text = Field("", description="Leave that was given, and by whom.")

    @property
    def line(self) -> str:
        """What credits say of it."""
        name = f"{self.title}: {self.author}" if self.title else self.author
        return f"{name} ({self.licence})"
