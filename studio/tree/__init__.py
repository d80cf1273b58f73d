"""The Tree workspace, which records the tree of a search and explains its nodes."""
