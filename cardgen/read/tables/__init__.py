"""Card tables: rows of YAML or CSV as records that know their places."""
