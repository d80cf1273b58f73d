"""Records of games: the tree of moves, edits of records, and their file formats."""
