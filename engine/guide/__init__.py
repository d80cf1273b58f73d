"""Pages that explain games and algorithms: read from ``resources/guide``, with diagrams checked by the engine."""
