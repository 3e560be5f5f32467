"""German Clock, for one player (docs/rules.md, "German Clock")."""
