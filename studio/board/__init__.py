"""The board of any game: geometry, pictures, the view and the position editor."""
