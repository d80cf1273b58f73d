"""Fuzzy search in short texts, such as the names of commands."""

from engine.core.folding import fold


def rank(pattern: str, text: str) -> float | None:
    """Return how well ``text`` matches a pattern, greater is better, or None if it does not match.

    Case and diacritics are ignored. Every word of the pattern must match: at the start of a word of the text, within a
    word, as the initials of words, or as letters in this order anywhere, which is worth the least. An empty pattern
    matches every text with 0.
    """
    folded = fold(text)
    words = folded.split()
    initials = "".join(word[0] for word in words)
    total = 0.0
    for part in fold(pattern).split():
        value = _rank_word(part, folded, words, initials)
        if value is None:
            return None
        total += value
    return total - len(folded) / 1000 if total else 0.0


def _rank_word(part: str, folded: str, words: list[str], initials: str) -> float | None:
    if part in words:
        return 5
    if any(word.startswith(part) for word in words):
        return 4
    if part in folded:
        return 3
    if len(part) > 1 and part in initials:
        return 2
    return 1 - _spread(part, folded) / 100 if _spread(part, folded) >= 0 else None


def _spread(part: str, folded: str) -> int:
    """Return the number of letters between the letters of ``part`` in ``folded``, or -1 if they do not occur in order.

    Letters that are further apart than 15 others do not match, because the match would surprise.
    """
    at = folded.find(part[0])
    while at >= 0:
        begin, place = at, at
        for letter in part[1:]:
            place = folded.find(letter, place + 1)
            if place < 0:
                return -1
        if place - begin + 1 - len(part) <= 15:
            return place - begin + 1 - len(part)
        at = folded.find(part[0], at + 1)
    return -1
