"""Target `ttpg`: Tabletop Playground."""
