"""Running analyses: sessions of searches, what they found, figures computed from it."""
