"""What tests of the preview share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.pages import chromium
from tests.support.patience import MILLISECONDS
from tests.support.previews import Server, preview

expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="module")
def window(project: Path) -> Iterator[tuple[Browser, Server]]:
    """A browser, and the preview of the module's project with leave to write."""
    with chromium() as browser, preview(project.parent.parent, "--edit") as server:
        yield browser, server
