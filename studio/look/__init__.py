"""The appearance of the studio, with its colours, style sheet, icons and notations."""
