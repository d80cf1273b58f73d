"""The text formats of records, one module each."""
