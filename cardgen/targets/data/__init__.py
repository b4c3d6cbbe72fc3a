"""Target `data`: the cards themselves, for other programs."""
