"""Target `tts`: decks for Tabletop Simulator."""
