"""Spades: four in partners, or cutthroat with four, three and two (RULES.md, "Spades")."""
