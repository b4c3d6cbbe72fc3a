"""Targets and options by the names that other tools and services have for them."""

from __future__ import annotations

import pytest

from cardgen.pipeline.target_requests import TargetRequestError, read_targets
from cardgen.targets.foreign_names import _MEANT, _OPTIONS, suggest_option, suggest_target
from cardgen.targets.installed import target_names
from cardgen.targets.option_error import OptionError
from cardgen.targets.registry import find_target


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("pdf", "`sheets` is a PDF to print at home, `pdfx4` one for a print shop"),
        ("PNG", "did you mean `images`?"),
        ("tabletop_simulator", "did you mean `tts`?"),
        ("print", "did you mean `sheets`?"),
        ("tgc", "did you mean `gamecrafter`?"),
        ("sheet:paper=a4", "did you mean `sheets`?"),
        ("proff", "did you mean `proof`?"),
    ],
)
def test_a_target_by_another_name_is_told_by_its_own(typed: str, hint: str) -> None:
    name = typed.partition(":")[0]
    with pytest.raises(TargetRequestError) as caught:
        read_targets([typed])
    assert str(caught.value).startswith(f"there is no target `{name}`; {hint}")


@pytest.mark.parametrize(
    ("target", "typed", "hint"),
    [
        ("sheets", "size", "did you mean `paper`?"),
        ("sheets", "double_sided", "did you mean `duplex`?"),
        ("sheets", "orientation", "did you mean `turn`?"),
        ("images", "papr", "known: "),
        ("sheets", "papr", "did you mean `paper`?"),
    ],
)
def test_an_option_by_another_name_is_told_by_its_own(target: str, typed: str, hint: str) -> None:
    with pytest.raises(OptionError) as caught:
        find_target(target).read_options({typed: "a4"})
    assert caught.value.hint.startswith(hint)


def test_every_name_that_is_proposed_is_one() -> None:
    names = target_names()
    assert {*_MEANT.values()} <= {*names}
    assert not _MEANT.keys() & {*names}
    options = find_target("sheets").options.help_lines()
    assert {*_OPTIONS.values()} <= {*options}
    assert not _OPTIONS.keys() & {*options}


def test_a_target_that_is_not_installed_is_not_proposed() -> None:
    assert suggest_target("png", ("mpc",)) == "known: `mpc`"
    assert suggest_option("size", ("dpi",)) == "known: `dpi`"
