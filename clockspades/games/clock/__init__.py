"""Clock patience and Watch, for one player (RULES.md, "Clock patience and Watch")."""
