"""The games, a folder each, and the catalogue that names them."""
