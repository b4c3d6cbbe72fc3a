"""Target `images`: each card as a picture."""
