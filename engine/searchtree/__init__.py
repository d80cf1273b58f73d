"""The tree that a search visited, as data: model, folding, origins of bounds, explanations, differences and files.

``record`` (``engine.searchtree.recording``) runs a search and returns a ``SearchTree`` (``engine.searchtree.model``).
The package does not depend on Qt. It uses numpy, which no other part of the engine imports at its start.
"""
