"""How findings and counts are shown: to people, to GitHub, to code scanners."""
