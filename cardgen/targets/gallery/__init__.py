"""Target `gallery`: the whole game as one web page."""
