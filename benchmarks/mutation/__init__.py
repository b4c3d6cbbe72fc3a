"""Edit Novelty as a tired designer does, and see what `cardgen check` finds."""
