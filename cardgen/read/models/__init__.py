"""The models that YAML is held against: what may stand in each file of a game."""
