"""Bind a whole game: its decks, boxes and booklets."""
