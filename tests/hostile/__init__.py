"""Decks that mean harm, and faults of the system: whatever happens, nothing is harmed."""
