"""Numbers and records that every phase knows: geometry, color, lengths, findings, sizes."""
