"""The texts of a game's files as trees of nodes that know their places."""
