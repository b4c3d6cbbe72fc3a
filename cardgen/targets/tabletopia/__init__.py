"""Target `tabletopia`: pictures for Tabletopia's workshop."""
