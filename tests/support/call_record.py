"""Which functions were called below which, in one run."""

from __future__ import annotations

import sys
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

Function = tuple[str, str]
"""A file below the folder, and the name of a function in it."""


class CallRecord:
    """The calls of some functions, each with those of them that waited for it."""

    def __init__(self, folder: Path, functions: Collection[Function]) -> None:
        self._folder = folder
        self._wanted = frozenset(functions)
        self._known: dict[CodeType, Function | None] = {}
        self._calls: set[tuple[Function, frozenset[Function]]] = set()

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Record what is called in here, in every thread."""
        threading.setprofile(self._notice)
        sys.setprofile(self._notice)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def saw(self, function: Function, above: Function | None) -> bool:
        """Whether a function was called while another waited; None for whichever."""
        return any(
            called == function and (above is None or above in waiting)
            for called, waiting in self._calls
        )

    def _notice(self, frame: FrameType, event: str, _: Any) -> None:
        called = self._function(frame.f_code) if event == "call" else None
        if called:
            waiting = set()
            outer = frame.f_back
            while outer:
                waiting.add(self._function(outer.f_code))
                outer = outer.f_back
            self._calls.add((called, frozenset(one for one in waiting if one)))

    def _function(self, code: CodeType) -> Function | None:
        if code not in self._known:
            file = Path(code.co_filename)
            inside = file.is_relative_to(self._folder)
            name = (file.relative_to(self._folder).as_posix(), code.co_name) if inside else None
            self._known[code] = name if name in self._wanted else None
        return self._known[code]
