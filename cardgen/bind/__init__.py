"""Phase two: `GameSpec` → `BoundFace`s. Names, units, defaults and templates end here."""
