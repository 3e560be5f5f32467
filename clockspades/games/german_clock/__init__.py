"""German Clock, for one player (RULES.md, "German Clock")."""
