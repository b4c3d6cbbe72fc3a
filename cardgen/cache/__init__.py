"""What is kept: rendered faces, fingerprints of builds, rows of a large game on disk."""
