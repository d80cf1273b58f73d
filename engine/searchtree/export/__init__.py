"""Export of trees: a table of the nodes, pictures, and a page for the browser."""
