"""Clockwork Spades, for two players (docs/rules.md, "Clockwork Spades")."""
