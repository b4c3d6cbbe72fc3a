"""What earlier processes bound of a game, for the next one."""
