"""What tests of reading share."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from cardgen.read.syntax import yaml_tree


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are parsed."""
    yaml_tree._parse_once.cache_clear()
    texts: list[str] = []
    real = yaml.parse

    def parse(text: str, **options: Any) -> object:
        texts.append(text)
        return real(text, **options)

    monkeypatch.setattr(yaml, "parse", parse)
    return texts
