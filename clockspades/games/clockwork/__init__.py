"""Clockwork Spades, for two players (RULES.md, "Clockwork Spades")."""
