"""The appearance of the studio: colours, the style sheet, icons, marks, notations and texts of scores."""
