"""What games and searches are built of."""
