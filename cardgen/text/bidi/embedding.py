"""The levels that are asked for: embeddings, overrides and isolates (X1 to X8).

In      the types of a paragraph's characters.
Out     a level for each; what is overridden has another type.

Source  Unicode Standard Annex #9, "Unicode Bidirectional Algorithm", revision 48; steps
        carry its names. Nothing is left out; Unicode's own test files pass in full.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

REMOVED = frozenset("BN LRE RLE LRO RLO PDF".split())
"""What X9 takes out."""
ISOLATES = frozenset(("LRI", "RLI", "FSI"))
_EMBEDDINGS = {"LRE": ("L", ""), "RLE": ("R", ""), "LRO": ("L", "L"), "RLO": ("R", "R")}
"""The side of each, and what it makes of the characters in it."""
_DEEPEST_LEVEL = 125


def first_strong(kinds: Sequence[str], start: int) -> bool | None:
    """Whether the first strong type runs from the right, isolates passed over, until the PDI
    of the isolate that began before `start`."""
    depth = 0
    for kind in kinds[start:]:
        if kind in ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth -= 1
            if depth < 0 < start:
                return None
            depth = max(depth, 0)
        elif not depth and kind in ("L", "R", "AL"):
            return kind != "L"
    return None


class _EmbeddingStatus(Struct, frozen=True, gc=False):
    """An entry of the stack of X1: a level, an override of types, whether an isolate began it."""

    level: int
    override: str = ""
    isolate: bool = False

    def above(self, side: str, override: str = "", *, isolate: bool = False) -> _EmbeddingStatus:
        """The next level of a side."""
        level = self.level + 1
        return _EmbeddingStatus(level + (level % 2 != (side == "R")), override, isolate)


def find_explicit_levels(kinds: list[str], rtl: bool) -> list[int]:
    """X1 to X8: levels by embeddings, overrides and isolates; overrides change the types."""
    stack = _StatusStack(rtl)
    return [stack.step(kinds, index) for index in range(len(kinds))]


class _StatusStack:
    def __init__(self, rtl: bool) -> None:
        self.entries = [_EmbeddingStatus(int(rtl))]
        self.lost_isolates = self.lost_embeddings = self.isolates = 0
        """Those that lie too deep, and isolates that are open."""

    def step(self, kinds: list[str], index: int) -> int:
        """The level of a character; the stack as it is after it."""
        kind = kinds[index]
        if kind == "B":
            self.__init__(bool(self.entries[0].level))  # type: ignore[misc]
            return self.entries[0].level
        if kind == "PDI":
            self.close_isolate()
        entry = self.entries[-1]
        if kind not in REMOVED and entry.override:
            kinds[index] = entry.override
        if kind in _EMBEDDINGS:
            self.open_embedding(*_EMBEDDINGS[kind])
        elif kind in ISOLATES:
            from_right = first_strong(kinds, index + 1) if kind == "FSI" else kind == "RLI"
            self.open_isolate("R" if from_right else "L")
        elif kind == "PDF":
            self.close_embedding()
        return entry.level

    def open_embedding(self, side: str, override: str) -> None:
        made = self.entries[-1].above(side, override)
        if made.level <= _DEEPEST_LEVEL and not (self.lost_isolates or self.lost_embeddings):
            self.entries.append(made)
        elif not self.lost_isolates:
            self.lost_embeddings += 1

    def open_isolate(self, side: str) -> None:
        made = self.entries[-1].above(side, isolate=True)
        if made.level <= _DEEPEST_LEVEL and not (self.lost_isolates or self.lost_embeddings):
            self.isolates += 1
            self.entries.append(made)
        else:
            self.lost_isolates += 1

    def close_isolate(self) -> None:
        if self.lost_isolates:
            self.lost_isolates -= 1
        elif self.isolates:
            self.lost_embeddings = 0
            while not self.entries.pop().isolate:
                continue
            self.isolates -= 1

    def close_embedding(self) -> None:
        if self.lost_isolates:
            return
        if self.lost_embeddings:
            self.lost_embeddings -= 1
        elif not self.entries[-1].isolate and len(self.entries) > 1:
            self.entries.pop()
