"""What a build does where nobody said otherwise."""

DPI = 300.0
"""Resolution of rendered faces."""

DRAFT = "draft"
"""Folder for what is not finished, so that it never takes the place of what is."""
ONLY = "only"
"""Folder for builds of some cards, beside those of the targets."""
