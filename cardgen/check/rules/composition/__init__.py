"""Rules that hold decks to their composition."""
