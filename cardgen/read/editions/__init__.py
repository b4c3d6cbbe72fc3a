"""What an edition changes in a game while it is read: its files, its rows."""
