"""Phase one: YAML and CSV text → `GameSpec`, every value with its place."""
