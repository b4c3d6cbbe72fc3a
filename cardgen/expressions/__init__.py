"""Expressions and templates: what `{{ … }}` and conditions mean, sandboxed and bounded."""
