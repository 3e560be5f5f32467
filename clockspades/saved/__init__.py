"""What is on the disk: logs of games, the archive that they are in, and settings."""
