"""Lay out booklets: strips of text, tables and figures stacked into pages."""
