"""The rules that are installed: cardgen's own, and those of plug-ins.

In      the entry points `cardgen.checks`; each names a `Rule` class.
Out     rules, the explanations of their codes, and the functions that look at a game.

Our own rules come first, in the order of `HEADINGS`; those of other distributions follow by
name. A plug-in that cannot be loaded, or that fails while it looks at a game, is
a `broken-plugin` finding and does not keep the other rules from running. A fault of our own
rules is a bug of cardgen, and is raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from operator import itemgetter

from msgspec import Struct

from cardgen.cache.entry_points import OWN, EntryPoint, list_entry_points
from cardgen.check.engine.face_rules import (
    FaceRule,
    PixelRule,
    check_new_faces,
    check_new_pixels,
    has_many_new_faces,
    keep_certain,
    keep_pixel_faults,
)
from cardgen.check.engine.rule import Explanation, Rule
from cardgen.check.engine.subject import Check, CheckedFace, Subject
from cardgen.core.findings import Finding

GROUP = "cardgen.checks"
BROKEN = "broken-plugin"

HEADINGS = (
    "Files, names and layout", "Levels in game.yaml", "Plug-ins", "What the decks must hold",
    "Rules of the composition", "What is there and not used", "Wording over the deck",
    "Quotations", "How text is set", "Ink, type and pictures in print", "Color vision",
    "The print service", "Boxes", "Booklets",
)  # fmt: skip
"""The parts of `docs/checks.md`, in their order."""

_FEW_RENDERED = 8
"""Faces for whose pixels a copy of a process does not import what draws them."""
_CODE = re.compile(r"[a-z]+(-[a-z]+)*")


class InstalledRule(Struct, frozen=True):
    """A rule, and the distribution that brings it."""

    rule: Rule
    distribution: str

    @property
    def is_own(self) -> bool:
        return self.distribution == OWN


class Registry(Struct, frozen=True):
    """All rules that could be loaded, and a finding for each that could not."""

    rules: tuple[InstalledRule, ...]
    faults: tuple[Finding, ...]


class _UnusableError(Exception):
    """An entry point that names no sound rule."""


@cache
def load_installed_rules() -> Registry:
    """Load the rules of every distribution, once a process."""
    return load_rules(list_entry_points(GROUP))


def load_rules(entries: Iterable[EntryPoint]) -> Registry:
    """Load rules from their entry points."""
    rules: list[InstalledRule] = []
    faults: list[Finding] = []
    taken: set[str] = set()
    distinct = {(entry.name, entry.distribution): entry for entry in entries}
    found = [entry for _, entry in sorted(distinct.items(), key=itemgetter(0))]
    own = [entry for entry in found if entry.is_own]
    if not own:
        message = "cardgen's own rules are not registered: it is not installed whole"
        hint = "install it again: `pip install cardgen`, or `pip install -e .` in its sources"
        faults.append(Finding(BROKEN, message, hint=hint))
    rules += sorted((InstalledRule(entry.load()(), OWN) for entry in own), key=_sort_key)
    taken.update(code.code for one in rules for code in one.rule.codes)
    for entry in found:
        if entry.is_own:
            continue
        package = entry.distribution
        try:
            rule = _load_plugin(entry, taken)
        except Exception as error:  # whatever the plug-in's modules do
            faults.append(_describe_broken_rule(entry.name, package, "cannot be loaded", error))
            continue
        rules.append(InstalledRule(rule, package))
        taken.update(code.code for code in rule.codes)
    return Registry(tuple(rules), tuple(faults))


def _sort_key(one: InstalledRule) -> tuple[int, str]:
    return HEADINGS.index(one.rule.heading), type(one.rule).__module__


def _load_plugin(entry: EntryPoint, taken: set[str]) -> Rule:
    """Load a plug-in's rule, and hold it to what a rule is."""
    loaded = entry.load()
    if not (isinstance(loaded, type) and issubclass(loaded, Rule)):
        raise _UnusableError(f"`{entry.value}` is not a subclass of `Rule`")
    rule = loaded()
    codes = getattr(rule, "codes", ())
    if not codes or not all(isinstance(code, Explanation) for code in codes):
        raise _UnusableError("its `codes` are not a tuple of `Explanation`s")
    for one in codes:
        if not _CODE.fullmatch(one.code):
            raise _UnusableError(f"`{one.code}` is not a code: write small letters and hyphens")
        if one.code in taken:
            raise _UnusableError(f"the code `{one.code}` is taken by another rule")
    return rule


def _describe_broken_rule(name: str, distribution: str, what: str, error: Exception) -> Finding:
    kind = "" if isinstance(error, _UnusableError) else f"{type(error).__name__}: "
    said = " ".join(f"{kind}{error}".split())
    message = f"the rule `{name}` of the package `{distribution}` {what}: {said}"
    hint = f"update the package, or remove it: `pip uninstall {distribution}`"
    return Finding(BROKEN, message, hint=hint)


# --- codes ---------------------------------------------------------------------------------


def all_rules() -> tuple[Rule, ...]:
    """Every rule that is installed."""
    return tuple(one.rule for one in load_installed_rules().rules)


def all_explanations() -> tuple[Explanation, ...]:
    """The explanation of every code, rule by rule."""
    return tuple(code for rule in all_rules() for code in rule.codes)


@cache
def _explanations_by_code() -> dict[str, Explanation]:
    return {one.code: one for one in all_explanations()}


def find_explanation(code: str) -> Explanation | None:
    """What a code means; None if there is no such code."""
    return _explanations_by_code().get(code)


def all_codes() -> tuple[str, ...]:
    """Every code that can be reported."""
    return tuple(_explanations_by_code())


@cache
def phase_codes() -> frozenset[str]:
    """The codes that are reported before any check runs."""
    rules = (rule for rule in all_rules() if rule.looks_at == "files")
    return frozenset(code.code for rule in rules for code in rule.codes)


# --- checks --------------------------------------------------------------------------------


def all_checks(*, pixels: bool = True) -> tuple[Check, ...]:
    """The functions that look at a game; without `pixels`, those that need no rendering.

    What looks at the files alone runs with the phases, and is left out here.
    """
    game, faces = _list_game_checks(), _list_face_checks(pixels=pixels)
    return (*game, *_list_page_checks(pixels=pixels), *faces)


class DividedChecks(Struct, frozen=True):
    """All functions. To lay out booklets takes about as long, where everything is new, as all that
    own rules do with the game and with faces."""

    pages: tuple[Check, ...]
    game: tuple[Check, ...]
    faces: tuple[Check, ...]


def divide_checks() -> DividedChecks:
    """All functions that look at a game, by what they look at."""
    return DividedChecks(_list_page_checks(), _list_game_checks(), _list_face_checks(pixels=True))


def look_at_faces(subject: Subject) -> None:
    """Keep what our own rules find on faces: without pixels, unless there are many faces that have
    to be rendered whole."""
    for check in _list_face_checks(pixels=False):
        for _ in check(subject):
            continue
    rules = _list_pixel_rules()
    alone = keep_certain(subject, rules)
    if len(alone) > _FEW_RENDERED:
        keep_pixel_faults(subject, rules, alone)


def look_at_pixels(subject: Subject, faces: Iterable[CheckedFace]) -> None:
    """Keep what our own rules find in the pixels of some faces."""
    keep_pixel_faults(subject, _list_pixel_rules(), faces)


def _list_pixel_rules() -> list[PixelRule]:
    return [rule for rule in _list_own_rules() if isinstance(rule, PixelRule)]


def _list_face_checks(*, pixels: bool) -> tuple[Check, ...]:
    """The functions that look at faces. Our own rules share one pass over them, and one over
    their pixels."""
    rules = _list_own_rules()
    on_faces = [rule for rule in rules if isinstance(rule, FaceRule)]
    in_pixels = [rule for rule in rules if isinstance(rule, PixelRule)]
    checks: list[Check] = [partial(check_new_faces, rules=on_faces)]
    by_themselves = [rule for rule in rules if rule.looks_at == "faces" and rule not in on_faces]
    checks += (rule.find for rule in by_themselves)
    if pixels:
        alone = [rule for rule in rules if rule.looks_at == "pixels" and rule not in in_pixels]
        checks += (rule.find for rule in alone)
        checks.append(partial(check_new_pixels, rules=in_pixels))
    return tuple(checks)


def has_many_new_pixels(subject: Subject) -> bool:
    """Whether our own rules have to look at the pixels of many faces."""
    return has_many_new_faces(subject, _list_pixel_rules())


def _list_game_checks() -> tuple[Check, ...]:
    """The functions of our own rules that look at the whole game."""
    return tuple(rule.find for rule in _list_own_rules() if rule.looks_at == "game")


def _list_page_checks(*, pixels: bool = True) -> tuple[Check, ...]:
    """The functions of rules that look at booklets, and of plug-ins."""
    costly = () if pixels else ("pixels", "pages")
    plugins = [one for one in load_installed_rules().rules if not one.is_own]
    checks: list[Check] = [_report_broken]
    if pixels:
        checks += (rule.find for rule in list_page_rules())
    checks += (partial(_run_guarded, one) for one in plugins if one.rule.looks_at not in costly)
    return tuple(checks)


def list_page_rules() -> list[Rule]:
    """Our own rules that look at the pages of booklets."""
    return [rule for rule in _list_own_rules() if rule.looks_at == "pages"]


def _list_own_rules() -> list[Rule]:
    return [one.rule for one in load_installed_rules().rules if one.is_own]


def _report_broken(_subject: Subject) -> Iterable[Finding]:
    return load_installed_rules().faults


def _run_guarded(one: InstalledRule, subject: Subject) -> Iterator[Finding]:
    """What a plug-in's rule finds; its faults are findings too."""
    known = {code.code for code in one.rule.codes}
    name = type(one.rule).__name__
    try:
        for finding in one.rule.find(subject):
            if not isinstance(finding, Finding):
                raise _UnusableError(f"it reported a `{type(finding).__name__}`, not a `Finding`")
            if finding.code not in known:
                raise _UnusableError(f"it reported the code `{finding.code}`, not one of its own")
            yield finding
    except Exception as error:  # whatever the plug-in's code does
        yield _describe_broken_rule(name, one.distribution, "failed", error)
