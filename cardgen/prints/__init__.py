"""What was printed, what has changed since, and which cards to print again."""
