"""Clock patience and Watch, for one player (docs/rules.md, "Clock and Watch")."""
