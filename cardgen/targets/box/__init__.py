"""Target `box`: tuck boxes laid flat."""
