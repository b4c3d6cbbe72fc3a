"""Rules about what a print service accepts."""
