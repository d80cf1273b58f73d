"""Small widgets that do not depend on a record."""
