"""Records of games: the tree, its edits, and the file formats that store it."""
