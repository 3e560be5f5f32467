"""Tables for people elsewhere: what goes over the wire, the server of a table, and the client.

Each of these imports only what stands below it; ``client`` and ``club`` don't know each other, nor do ``stores`` and
``table``:

- ``client`` is a person's seat at a table: the connection, what is drawn of the game, and what is kept of it;
- ``club`` is a server of many tables, which clients open;
- ``server`` runs the tables of a process: sockets, limits, bots, and the process itself;
- ``stores`` are where tables are kept, and say which process may write to each;
- ``table`` is what a table does with each input: a pure reducer;
- ``meeting`` is how people find a table, and how they know that its host is the right one;
- ``own_process`` starts other processes of this program;
- ``wire`` is what goes over the network: messages, and the games in them.
"""
