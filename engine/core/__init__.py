"""The foundations of games and searches: positions, rules, scores, options, errors and files."""
