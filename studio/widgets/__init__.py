"""Small parts that know nothing of a record."""
