"""What is made from the command line's parser when a wheel is built: shell completion and the man page."""
