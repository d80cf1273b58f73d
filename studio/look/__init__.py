"""Colours, style sheet, icons and notation: how everything is drawn."""
