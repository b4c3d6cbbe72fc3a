"""Checks: rules that hold a game to its specification. Each rule is a small function."""
