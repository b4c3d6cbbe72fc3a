"""Rules about what goes wrong at the press."""
