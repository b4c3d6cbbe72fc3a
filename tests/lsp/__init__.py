"""The language server, driven as an editor drives it."""
