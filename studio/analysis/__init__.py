"""Analysis: sessions of searches, their reports, figures computed from them, and the panels that show them."""
