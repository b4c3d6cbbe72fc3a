"""Links of a booklet that lead nowhere."""

from __future__ import annotations

import pytest

from cardgen.bind.booklet.link_targets import find_dead_link


@pytest.mark.parametrize(
    "target",
    ["https://example.org", "http://a.b/c?d#e", "HTTPS://EXAMPLE.ORG", "mailto:me@example.org",
     "mailto:?subject=Playtest", "tel:+4930123", "geo:52.5,13.4", "steam://run/1", "https://münchen.example"],
)  # fmt: skip
def test_a_whole_address_leads_somewhere(target: str) -> None:
    assert find_dead_link(target) is None


@pytest.mark.parametrize(
    ("target", "hint"),
    [
        ("#", "write `[words](https://…)`"),
        ("www.example.org", "`https://www.example.org`"),
        ("rules.md", "write the whole address"),
        ("http://", "`http://example.org`"),
        ("https:example.org", "`https://example.org`"),
        ("https:///example.org", "`https://example.org`"),
        ("mailto:me", "`mailto:me@example.org`"),
        ("htp://example.org", "write `https:` for `htp:`"),
        ("httsp://example.org", "write `https:` for `httsp:`"),
        ("mail-to:me@example.org", "write `mailto:` for `mail-to:`"),
    ],
)
def test_what_is_wrong_with_an_address_is_told_with_what_to_write(target: str, hint: str) -> None:
    dead = find_dead_link(target)
    assert dead is not None
    assert hint in dead[1]
