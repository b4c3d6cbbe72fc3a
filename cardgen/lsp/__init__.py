"""The language server: findings, completion and pictures of cards in any editor, as one types."""
