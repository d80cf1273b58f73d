"""Recording of trees in the session's threads, and reading of tree files."""
