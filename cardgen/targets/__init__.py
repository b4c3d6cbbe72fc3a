"""Targets: faces and copies → files. A target imposes, names, orders; it lays nothing out."""
