"""Bind texts whose lines run down.

In      the setting of a text as if its lines were level, what its element and styles say.
Out     the setting turned: `align` along the lines, `valign` across them; findings for what
        vertical texts do not have.
Not here  which characters stand upright (`text.vertical`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from cardgen.bind.bound_texts import TextSetting
from cardgen.core.findings import Finding, Report, Span
from cardgen.read.models.record import Spec
from cardgen.read.models.styles import TextStyle
from cardgen.read.models.values import TextAlign, VerticalAlign

_ALONG: Mapping[VerticalAlign, TextAlign] = {"top": "left", "middle": "center", "bottom": "right"}
_ACROSS: Mapping[TextAlign, VerticalAlign] = {"left": "bottom", "end": "bottom", "center": "middle"}
_REFUSED = ("curve", "wrap", "within", "baseline", "grid", "drop_cap", "optical", "font_stretch")
"""Fields that vertical texts do not have."""


def turn_lines(
    setting: TextSetting, layers: Sequence[TextStyle], align: TextAlign | None, report: Report
) -> TextSetting:
    """The setting of a vertical text.

    Args:
        setting: As of a text with level lines.
        layers: The text, its style.
        align: Which side of its box it stands on; the right, where lines begin, if none.
        report: Takes findings.
    """
    for key, place in _list_refused(layers):
        message = f"a vertical text has no `{key}`"
        hint = f"leave out `{key}`, or `writing: vertical`"
        report.add(Finding("bad-writing", message, place, hint=hint))
    along: TextAlign = "justify" if align == "justify" else _ALONG[setting.valign]
    across = _ACROSS.get(align, "top") if align else "top"
    return replace(
        setting, align=along, valign=across, baseline=None, grid=0.0, drop_cap=0, optical=False,
        vertical=True, widths=(),
    )  # fmt: skip


def _list_refused(layers: Sequence[Spec]) -> Iterator[tuple[str, Span]]:
    for name in _REFUSED:
        owner = next((one for one in layers if getattr(one, name, None)), None)
        if owner is not None:
            key = name.replace("_", "-")
            yield key, owner.place(key)


def refuse_vertical(layers: Sequence[TextStyle], what: str, report: Report) -> None:
    """Report vertical lines where there are none, such as in booklets."""
    owner = next(one for one in layers if one.writing is not None)
    hint = "leave it out; texts of cards and boxes may be vertical"
    message = f"{what} has no vertical lines"
    report.add(Finding("bad-writing", message, owner.place("writing"), hint=hint))
