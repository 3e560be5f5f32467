"""Where tables are kept: in a file, in Redis or in memory. And which process may write to each."""
