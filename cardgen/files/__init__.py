"""The door to files: reading below a game, writing below an output, watching for changes."""
