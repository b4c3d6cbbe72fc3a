"""Rendering over all cores: the pool, what a worker is sent, what it does."""
