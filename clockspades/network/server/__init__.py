"""The shells of the server: the tables of a process, its sockets, its limits, its bots, and the process itself."""
