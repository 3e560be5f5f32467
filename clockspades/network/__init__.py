"""Tables for people elsewhere: what goes over the wire, the server of a table, and the client."""
