"""Target `sheets`: cards on sheets of paper, to print at home and cut."""
