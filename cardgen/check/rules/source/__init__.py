"""Rules about the game's own files: what cannot be read, what nothing uses."""
