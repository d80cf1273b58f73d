"""The board widget for all games, its geometry and pictures, and the position editor."""
