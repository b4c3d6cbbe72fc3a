"""Rules about boxes and booklets."""
