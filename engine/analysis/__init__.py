"""Queries to a built-in search, a plugin or an external engine; the review of whole records."""
