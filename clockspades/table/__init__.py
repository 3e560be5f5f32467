"""A table as one player sees it, described but not drawn: its model, what its widgets show, and its characters."""
