"""Bind tuck boxes and their panels."""
