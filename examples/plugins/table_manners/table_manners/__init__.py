"""Two rules for cardgen: no shouting, no crowded cards."""
