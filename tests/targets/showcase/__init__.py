"""Target `showcase`."""
