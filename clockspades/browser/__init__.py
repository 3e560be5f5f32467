"""A table in a web browser, for guests who install nothing: the page, who has come to it, and a process for each."""
