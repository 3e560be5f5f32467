"""Clogs, a trick-taking game for two to six (docs/rules.md, "Clogs")."""
