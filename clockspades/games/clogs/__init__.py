"""Clogs, a trick-taking game for two to six (RULES.md, "Clogs")."""
