"""What several targets need: slots, file names, cut-out pixels, pictures, pages."""
