"""Faults of a text that is not YAML, a module a kind."""
