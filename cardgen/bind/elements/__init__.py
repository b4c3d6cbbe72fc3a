"""Elements of a layout, bound for one card: a module for each kind."""
