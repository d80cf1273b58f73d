"""Known answers: tables of endings, computed from the rules, and opening books. Searches do not read them."""
