"""Target `pcio`: a room for playingcards.io."""
