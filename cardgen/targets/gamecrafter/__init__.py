"""Target `gamecrafter`: files that The Game Crafter takes."""
