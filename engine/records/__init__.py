"""Games that were played, with variations and notes."""
