"""A person's seat at a table elsewhere: the connection, what is drawn of the game, and what is kept of it."""
