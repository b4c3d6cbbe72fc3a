"""Which way text runs, by the Unicode bidirectional algorithm."""
