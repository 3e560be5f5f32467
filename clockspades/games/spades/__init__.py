"""Spades: four in partners, or cutthroat with four, three and two (docs/rules.md, "Spades")."""
