"""Rules about the words on cards."""
