"""Bind the faces of cards: elements, styles, texts and icons with all names looked up."""
