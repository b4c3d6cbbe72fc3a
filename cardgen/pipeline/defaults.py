"""What a build does where nobody said otherwise."""

DPI = 300.0
"""Resolution of rendered faces."""

DRAFT = "draft"
"""Folder for what is not finished, so that it never takes the place of what is."""
ONLY = "only"
"""Folder for builds of some cards, beside those of the targets."""
SINCE = "since"
"""Folder for cards that changed since a print."""
DIFF = "diff"
"""Folder of the page that shows what has changed."""
