"""Any game's board: geometry, pictures, the view, the editor of positions."""
