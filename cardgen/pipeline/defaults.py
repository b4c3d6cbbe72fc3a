"""What a build does where nobody said otherwise."""

DPI = 300.0
"""Resolution of rendered faces."""
