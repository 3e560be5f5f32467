"""What each command does, a module a command, beside what they share: what is typed and what is printed."""
