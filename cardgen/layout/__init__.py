"""Phase three: `BoundFace` → `Scene`. Measuring and placing; nothing is looked up here."""
