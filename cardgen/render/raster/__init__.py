"""PDF pages into pixels, and pixels into PNG files."""
