"""Target `proof`: contact sheets."""
