"""A table in a web browser: its page, and how a guest is shown in it."""
