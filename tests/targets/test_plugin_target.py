"""A target of another package is taken at its word: all that its class says is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import isfunction

import pytest

from cardgen.files.output_folder import OutputFolder
from cardgen.targets.contract import Job, Target
from cardgen.targets.installed import Plugin
from cardgen.targets.no_options import NoOptions
from cardgen.targets.option_error import BrokenTargetError
from cardgen.targets.registry import PluginTarget
from tests.support.small_games import zoo


class Paid(Target[NoOptions, str]):
    """Says something else of itself than a target does that says nothing."""

    name = "paid"
    about = "cards for money"
    options = NoOptions
    costs_money = True
    drops_finishes = True
    paints_alone = True
    pieces = ("booklet",)
    choices = "choose at the till"

    def plan(self, job: Job, options: NoOptions) -> str:
        del job, options
        return "planned"

    def slow_files(self, job: Job, plan: str) -> Mapping[str, Callable[[], bytes]]:
        del job
        return {plan: bytes}

    def editions(self, plan: str) -> Sequence[str]:
        if not plan:
            raise ValueError(plan)
        return (plan,)

    def write(self, job: Job, plan: str, output: OutputFolder) -> str:
        del job, output
        return plan


@pytest.fixture
def target() -> PluginTarget:
    return PluginTarget(Paid(), Plugin("paid", "shop", "1.0"))


def test_what_a_plugin_says_of_its_target_holds(target: PluginTarget) -> None:
    said = [name for name, value in vars(Paid).items() if not isfunction(value)]
    own = [name for name in said if not name.startswith("_")]
    assert {name: getattr(target, name) for name in own} == {n: getattr(Paid, n) for n in own}


def test_every_method_of_the_contract_is_the_plugins_own() -> None:
    methods = {name for name, value in vars(Target).items() if isfunction(value)}
    assert methods - set(vars(PluginTarget)) == set()


def test_files_and_editions_are_those_that_the_plugin_names(target: PluginTarget) -> None:
    job = zoo()
    assert target.slow_files(job, target.plan(job, NoOptions())) == {"planned": bytes}
    assert target.editions("de") == ("de",)


def test_a_fault_in_any_of_them_is_told_as_the_plugins(target: PluginTarget) -> None:
    with pytest.raises(BrokenTargetError, match=r"`paid` of shop 1\.0 failed: ValueError"):
        target.editions("")
