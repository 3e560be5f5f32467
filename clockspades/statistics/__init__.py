"""What became of all games: records, progress and milestones."""
