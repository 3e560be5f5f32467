"""What a table does with each input, and what it keeps: pure reducers, without a socket, a clock or a disk."""
