"""Texts of a game in other languages: what there is to translate, and its translations."""
