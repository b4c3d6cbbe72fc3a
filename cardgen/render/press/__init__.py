"""Files for a press: ink instead of light, no transparency, PDF/X."""
