"""SVG files → scene items. Knows no games: bytes in, `Drawing`s and `Gap`s out."""
