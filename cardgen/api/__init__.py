"""The Python API: games to open, check, look at and build. `cardgen` itself exports its names."""
