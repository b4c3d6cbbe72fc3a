"""What is raised for options that cannot be had, and games that a target cannot use."""

from __future__ import annotations


class OptionError(ValueError):
    """An option is unknown or cannot be had; `hint` says what to type instead."""

    def __init__(self, message: str, hint: str, *, option: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.option = option
        """The option at fault, if it is a single one."""


class UnsuitableError(OptionError):
    """This target makes nothing of this game; asked for `all` targets, it is passed over."""


class BrokenTargetError(OptionError):
    """A plug-in cannot be used; the message is one clear sentence."""
