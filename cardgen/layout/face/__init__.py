"""Lay out faces: boxes measured and placed, elements drawn as scene items."""
