"""The main window, its menus, layouts, actions and commands, and the log."""
