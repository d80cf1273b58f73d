"""What stands around the board: one panel, one module."""
