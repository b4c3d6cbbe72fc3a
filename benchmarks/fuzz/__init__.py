"""Throw random games, and games with mutated files, at cardgen."""
