"""What stands around the board: one dock, one file."""
