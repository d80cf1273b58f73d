"""Trained evaluations: self-play games, the positions in them, the fit of a network, and its report."""
