"""The open record, with its cursor, undo stack, file and autosave, and the panel that shows its moves."""
