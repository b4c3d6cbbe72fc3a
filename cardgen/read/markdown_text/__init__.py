"""The Markdown of a booklet as a tree that knows its places."""
