"""Prepare pages for the documentation site: a hook of MkDocs, named in `mkdocs.yml`.

The samples of our pages say after their language how tests treat them (```yaml picture=tokens);
Markdown as MkDocs reads it takes the language alone.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"^([ \t]*`{3,}\w+) .+$", re.MULTILINE)


def on_page_markdown(markdown: str, **_context: object) -> str:
    """Return a page's text with the language alone after each fence."""
    return _FENCE.sub(r"\1", markdown)
