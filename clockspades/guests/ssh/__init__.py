"""The games, or a table, over SSH, for guests who install nothing: who may come in, and a terminal for each."""
