"""The rules, a folder a family."""
