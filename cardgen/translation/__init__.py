"""Files for translators: written, brought up to date, counted."""
