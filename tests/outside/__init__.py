"""A game that is no part of the package."""
