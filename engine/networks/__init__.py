"""Networks: evaluations with trained weights, and the files that contain them."""
