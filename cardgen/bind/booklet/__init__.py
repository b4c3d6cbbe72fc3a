"""Bind booklets: their Markdown, expressions, styles and figures."""
