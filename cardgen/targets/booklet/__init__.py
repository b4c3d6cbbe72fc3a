"""Target `booklet`: rule booklets."""
