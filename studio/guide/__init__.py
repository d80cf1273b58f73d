"""The window with the rules of the games and articles about the algorithms."""
