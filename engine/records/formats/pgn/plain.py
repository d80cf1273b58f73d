"""Compiled reading of the plain PGN of which most files consist, in Python where it is not compiled.

A token, a game or a move is *plain* if its form is the one that programs write, so that nothing before or after it can
change what it means: words of ASCII characters, the four results, comments without braces inside. Everything else is
read by the patterns of ``engine.records.formats.pgn.words``, which accept any text. For plain text, both give the same
tokens and games.
"""

import sys
from typing import Any

import cython

from engine.core.position import Position

if not cython.compiled:
    NOT_PLAIN, END, MOVE, NUMBER, RESULT, COMMENT, REST, NAG, GLYPH, OPEN, CLOSE, CUT, WHOLE = range(13)
    LONGEST, MOST_MADE = 12, 100
    BLANK, DIGIT, LETTER, WORD, ENDS, ENDS_WORD, DIRECTION, DOT = 1, 2, 4, 8, 16, 32, 64, 128
    SIGNS = [0] * 127

_ENCODING = f"utf-32-{sys.byteorder[0]}e"
_WINDOW = 1 << 18
"""Number of characters of a long text that are loaded at a time."""
KINDS = ("", "", "move", "number", "result", "comment", "rest", "nag", "glyph", "open", "close")
"""Names of the kinds of tokens, by the numbers that ``read_token`` returns."""


@cython.infer_types(None)
def _fill_table() -> None:
    for sign in range(33, 127):
        SIGNS[sign] = WORD
    for sign in range(ord("0"), ord("9") + 1):
        SIGNS[sign] |= DIGIT
    for sign in range(ord("a"), ord("z") + 1):
        SIGNS[sign] |= LETTER
        SIGNS[sign - 32] |= LETTER
    for text, bits in ((" \n\r\t", BLANK | ENDS | ENDS_WORD), ("()[]{};$", ENDS | ENDS_WORD), ("!?", ENDS_WORD)):
        for letter in text:
            SIGNS[ord(letter)] = bits
    for letter in "-.=+/":
        SIGNS[ord(letter)] |= DIRECTION
    SIGNS[ord(".")] |= DOT


_fill_table()


def is_a(sign: int, bits: int) -> bool:
    """Whether a character is in one of the classes of ``bits``."""
    return sign < 127 and SIGNS[sign] & bits != 0


class PlainText:
    """The characters of a text.

    Attributes:
        text: the text.
        start: index of the first character of the token that was read last.
        end: index after the last character of this token.

    Args:
        text: any text.
    """

    if not cython.compiled:
        data: Any
        codes: Any

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = 0
        self.end = 0
        self.moves = 0
        self.load(0, _WINDOW)

    def load(self, first: int, size: int) -> None:
        """Load ``size`` characters of the text from the index ``first``."""
        self.first = first
        part = self.text[first : first + size]
        self.length = len(part)
        # The characters after the last one are never read.
        self.data = part.encode(_ENCODING, "surrogatepass")
        if cython.compiled:
            self.codes = cython.cast(cython.p_uint, cython.cast(cython.p_char, self.data))
        else:
            self.codes = memoryview(self.data).cast("I")

    # --- tokens: indices are those of the part that is loaded -----------------------------------------------------

    def skip_blanks(self, at: int) -> int:
        """Return the index of the first character from ``at`` on that is no blank."""
        while at < self.length and is_a(self.codes[at], BLANK):
            at += 1
        return at

    def token(self, at: int) -> int:
        """Find the next token. Return its kind, ``END``, or ``NOT_PLAIN`` if it must be found by the patterns."""
        at = self.skip_blanks(at)
        self.start = at
        self.end = at
        if at == self.length:
            return END
        sign = self.codes[at]
        at += 1
        kind = cython.declare(cython.int, NOT_PLAIN)
        if is_a(sign, DIGIT):
            return self.number_token()
        if is_a(sign, LETTER):
            return self.word_token()
        if sign == ord("{"):
            while at < self.length and self.codes[at] != ord("}"):
                if self.codes[at] == ord("{"):
                    return NOT_PLAIN
                at += 1
            if at == self.length:
                return NOT_PLAIN
            at += 1
            kind = COMMENT
        elif sign == ord(";"):
            while at < self.length and self.codes[at] != ord("\n"):
                at += 1
            kind = REST
        elif sign == ord("("):
            if self.begins_sum(at):
                return NOT_PLAIN
            kind = OPEN
        elif sign == ord(")"):
            kind = CLOSE
        elif sign == ord("$"):
            while at < self.length and is_a(self.codes[at], DIGIT):
                at += 1
                kind = NAG
        elif sign == ord("!") or sign == ord("?"):
            while at < self.length and (self.codes[at] == ord("!") or self.codes[at] == ord("?")):
                at += 1
            kind = GLYPH
        elif sign == ord("*"):
            if at == self.length or is_a(self.codes[at], ENDS):
                kind = RESULT
        elif sign == ord("."):
            while at < self.length and self.codes[at] == ord("."):
                at += 1
            if at == self.length or self.codes[at] < 127:
                kind = NUMBER
        self.end = at
        return kind

    def result_length(self, at: int) -> int:
        """Return the number of characters of the result at ``at``, or 0 if there is none in its standard form."""
        left = self.length - at
        size = 0
        if left >= 1 and self.codes[at] == ord("*"):
            size = 1
        elif left >= 3 and self.codes[at + 1] == ord("-"):
            one = self.codes[at]
            two = self.codes[at + 2]
            if (one == ord("1") and two == ord("0")) or (one == ord("0") and two == ord("1")):
                size = 3
        elif left >= 7:
            same = cython.declare(cython.bint, True)
            for i in range(7):
                sign = ord("1") if i == 0 or i == 4 else ord("2") if i & 3 == 2 else ord("-") if i == 3 else ord("/")
                if self.codes[at + i] != sign:
                    same = False
            if same:
                size = 7
        if size and (at + size == self.length or is_a(self.codes[at + size], ENDS)):
            return size
        return 0

    def begins_sum(self, at: int) -> bool:
        """Whether a calculation such as ``(3 + 4)`` may follow the bracket before ``at``."""
        if at < self.length and self.codes[at] == ord("|"):
            return True
        if at == self.length or not is_a(self.codes[at], DIGIT):
            return False
        at += 1
        if at < self.length and is_a(self.codes[at], BLANK):
            at += 1
        return at == self.length or not is_a(self.codes[at], DIGIT | DOT)

    def number_token(self) -> int:
        """Find the token that begins with a digit at ``start``. Return its kind."""
        at = self.start
        size = self.result_length(at)
        if size:
            self.end = at + size
            return RESULT
        while at < self.length and is_a(self.codes[at], DIGIT):
            at += 1
        self.end = at
        if at < self.length and self.codes[at] == ord("."):
            if at == self.start + 1 and self.codes[self.start] == ord("0"):
                return NOT_PLAIN  # such as 0.5-0.5
            while at < self.length and self.codes[at] == ord("."):
                at += 1
            self.end = at
            return NOT_PLAIN if at < self.length and self.codes[at] > 126 else NUMBER
        if at == self.length:
            return NUMBER
        if not is_a(self.codes[at], ENDS):
            return NOT_PLAIN
        at += 1
        # The dots of a number can follow a space.
        return NOT_PLAIN if at < self.length and (self.codes[at] == ord(".") or self.codes[at] > 126) else NUMBER

    def may_be_step(self, at: int) -> bool:
        """Whether the digit at ``at`` may end a move of xiangqi. A number of a move and a result do not."""
        if not is_a(self.codes[at], DIGIT) or self.codes[at] == ord("0"):
            return False
        if at + 1 == self.length:
            return True
        sign = self.codes[at + 1]
        return not is_a(sign, DIGIT) and sign != ord(".") and sign != ord("-") and sign != ord("/")

    def word_token(self) -> int:
        """Find the token that begins with a letter at ``start``. Return its kind."""
        at = self.start
        letters = cython.declare(cython.bint, True)
        while at < self.length and not is_a(self.codes[at], ENDS_WORD):
            sign = self.codes[at]
            if sign < 33 or sign > 126:
                return NOT_PLAIN
            if not is_a(sign, LETTER):
                letters = False
            at += 1
        self.end = at
        size = at - self.start
        # One letter can be a sign, words of letters can begin a move in words, and Z0 is a null move.
        if size == 1 or self.codes[self.start] == ord("Z"):
            return NOT_PLAIN
        if letters and at < self.length and self.codes[at] == ord(" "):
            return NOT_PLAIN
        if at + 2 < self.length and self.codes[at] == ord("(") and self.codes[at + 2] == ord(")"):
            return NOT_PLAIN  # a promotion in brackets
        # A move of xiangqi that may contain spaces: a letter, a file or a place, a direction and a number.
        second = self.codes[self.start + 1]
        place = cython.declare(cython.bint, second == ord("t") or second == ord("s") or second == ord("g"))
        if is_a(second, DIGIT) or place:
            way = self.start + 2
            while way < self.length:
                after = way + 1 if self.codes[way] == ord(" ") else way
                if after < self.length and (self.codes[after] > 126 or is_a(self.codes[after], DIRECTION)):
                    if after > way or after >= at:
                        return NOT_PLAIN
                    if after + 1 < at:
                        if is_a(self.codes[after + 1], DIGIT) and after + 2 != at:
                            return NOT_PLAIN
                    elif at + 1 < self.length and self.codes[at] == ord(" ") and self.may_be_step(at + 1):
                        return NOT_PLAIN
                if not place or way > self.start + 2 or not is_a(self.codes[way], DIGIT):
                    break
                way += 1
        return MOVE

    def read_token(self, at: int) -> int:
        """Find the token at the index ``at`` of the text, after blanks, and set ``start`` and ``end``.

        Return its kind as an index into ``KINDS``, 0 if it is not plain, or 1 at the end of the text.

        Raises:
            IndexError: if ``at`` is out of range.
        """
        if not 0 <= at <= len(self.text):
            raise IndexError(at)
        if at < self.first or (at - self.first >= self.length and self.first + self.length < len(self.text)):
            self.load(at, _WINDOW)
        kind = self.token(at - self.first)
        if self.first + self.length < len(self.text) and self.end + 1 >= self.length:
            # The token, or what follows it, is not loaded.
            if self.first == at:
                return NOT_PLAIN
            self.load(at, _WINDOW)
            kind = self.token(0)
            if self.first + self.length < len(self.text) and self.end + 1 >= self.length:
                return NOT_PLAIN
        self.start += self.first
        self.end += self.first
        return kind

    # --- games ----------------------------------------------------------------------------------------------------

    def find_tag(self, at: int) -> int:
        """Find the tag at ``at``, which begins with a bracket. Set the ends of its name and value, and ``end``.

        Return ``WHOLE``, ``NOT_PLAIN`` or ``CUT``.
        """
        at += 1
        self.start = at
        while at < self.length and (is_a(self.codes[at], LETTER | DIGIT) or self.codes[at] == ord("_")):
            at += 1
        if at + 2 >= self.length:
            return CUT
        if at == self.start or self.codes[at] != ord(" ") or self.codes[at + 1] != ord('"'):
            return NOT_PLAIN
        self.value = at + 2
        at += 2
        while at < self.length and self.codes[at] != ord('"'):
            if self.codes[at] == ord("\\") or self.codes[at] == ord("\n") or self.codes[at] == ord("\r"):
                return NOT_PLAIN
            at += 1
        if at + 1 >= self.length:
            return CUT
        self.end = at + 2
        return WHOLE if self.codes[at + 1] == ord("]") else NOT_PLAIN

    def skip_tags(self, at: int) -> int:
        """Skip the tags from ``at`` on, and set ``moves``. Return ``WHOLE``, ``NOT_PLAIN`` or ``CUT``."""
        while at < self.length and self.codes[at] == ord("["):
            found = self.find_tag(at)
            if found != WHOLE:
                return found
            at = self.end
            lines = 0
            while at < self.length and is_a(self.codes[at], BLANK):
                if self.codes[at] == ord("\n"):
                    lines += 1
                at += 1
            if lines > 1 and at < self.length and self.codes[at] == ord("["):
                return NOT_PLAIN  # an empty line between tags
            if lines == 0 and at < self.length:
                return NOT_PLAIN
        self.moves = at
        return WHOLE if at < self.length else CUT

    def tags(self) -> dict[str, str]:
        """Return the tags at the beginning of the text, which are plain."""
        found = cython.declare(dict, {})
        at = cython.declare(cython.Py_ssize_t, 0)
        while at < self.length and self.codes[at] == ord("[") and self.find_tag(at) == WHOLE:
            at = self.end
            found[self.text[self.start : self.value - 2]] = self.text[self.value : at - 2]
            at = self.skip_blanks(at)
        return found

    def find_end(self, at: int) -> int:
        """Find the end of the moves from ``at`` on, and set ``end``. Return ``WHOLE``, ``NOT_PLAIN`` or ``CUT``."""
        depth = 0
        moving = cython.declare(cython.bint, False)
        fresh = cython.declare(cython.bint, True)  # the character before ends a word
        while at < self.length:
            sign = self.codes[at]
            if sign == ord("{") or sign == ord(";"):
                last = cython.declare(cython.uint, ord("}") if sign == ord("{") else ord("\n"))
                while at < self.length and self.codes[at] != last:
                    at += 1
                moving = True
                fresh = True
                at += 1
                continue
            if sign == ord("["):
                return NOT_PLAIN
            if sign == ord("("):
                if self.begins_sum(at + 1):
                    return NOT_PLAIN
                depth += 1
                moving = True
            elif sign == ord(")"):
                if depth > 0:
                    depth -= 1
                moving = True
            elif sign == ord("%") and self.codes[at - 1] == ord("\n"):
                return NOT_PLAIN
            elif fresh and (is_a(sign, DIGIT) or sign == ord("*")):
                size = self.result_length(at)
                if size:
                    if not moving:
                        return NOT_PLAIN
                    at += size
                    if depth:
                        fresh = True
                        continue
                    self.end = at
                    lines = 0
                    while at < self.length and is_a(self.codes[at], BLANK):
                        if self.codes[at] == ord("\n"):
                            lines += 1
                        at += 1
                    if at == self.length:
                        return CUT
                    # Between two games, only tags at the start of a line are not a part of the first one.
                    if lines == 0 or self.codes[at] != ord("["):
                        return NOT_PLAIN
                    if at + 1 == self.length:
                        return CUT
                    return NOT_PLAIN if self.codes[at + 1] == ord("%") else WHOLE
                if at + 1 < self.length:
                    second = self.codes[at + 1]
                    # The beginning of a result in another form.
                    if sign == ord("1") and (second == ord(":") or second == ord("/")):
                        return NOT_PLAIN
                    if sign == ord("0") and (second == ord(":") or second == ord(".") or second == ord(",")):
                        return NOT_PLAIN
                moving = True
            elif is_a(sign, WORD) or 0x3400 <= sign <= 0x9FFF or 0xFF10 <= sign <= 0xFF19:
                moving = True
            elif not is_a(sign, ENDS_WORD):
                return NOT_PLAIN
            fresh = is_a(sign, ENDS_WORD)
            at += 1
            if not fresh:
                while at < self.length and is_a(self.codes[at], WORD):
                    at += 1
        return CUT

    def game(self, at: int) -> tuple[int, int, int] | None:
        """Find the game at the index ``at`` of the text, after blanks.

        Return the indices of its first character, of the first one after its tags, and after its last one. The result
        is None if the game is not plain, or if none begins there with a tag.

        Raises:
            IndexError: if ``at`` is out of range.
        """
        size = cython.declare(cython.Py_ssize_t, _WINDOW)
        if not 0 <= at <= len(self.text):
            raise IndexError(at)
        if at < self.first or at - self.first > self.length:
            self.load(at, size)
        while True:
            begin = cython.declare(cython.Py_ssize_t, self.skip_blanks(at - self.first))
            found = cython.declare(cython.int, NOT_PLAIN)
            if begin < self.length and self.codes[begin] == ord("["):
                found = self.skip_tags(begin)
                self.end = 0
                if found == WHOLE:
                    found = self.find_end(self.moves)
            elif begin == self.length:
                found = CUT
            if found == CUT and self.first + self.length < len(self.text):
                if self.first == at:
                    size *= 2
                self.load(at, size)
                continue
            if found == NOT_PLAIN or (found == CUT and self.end == 0) or begin == self.length:
                return None
            return self.first + begin, self.first + self.moves, self.first + self.end

    # --- moves ----------------------------------------------------------------------------------------------------

    def walk(self, position: Position, wanted: Any, keys: Any) -> bool:
        """Play the moves of the game that ``game`` returned last, which must be loaded, from ``position`` on.

        Args:
            position: the first position of the game, which is changed.
            wanted: a position of the same class, or None. The walk ends at the first position that looks like it with
                the same side to move.
            keys: list to which the keys of the positions of the main line are added, or None.

        Returns:
            Whether the walk ended before the end of the moves, because ``wanted`` was found or because a token or a
            move is not plain. Otherwise ``reached`` is the last position of the main line.
        """
        now = cython.declare(Position, position)
        branch = cython.declare(Position)
        word = cython.declare(cython.uchar[LONGEST]) if cython.compiled else [0] * LONGEST
        outer = cython.declare(list, [])
        at = cython.declare(cython.Py_ssize_t, self.moves)
        last = cython.declare(cython.int, -1)
        made = cython.declare(cython.int, 0)
        ended = cython.declare(cython.bint, False)
        while True:
            if last >= 0 or (made == 0 and not outer):
                if wanted is not None and now.side == wanted.side and now.looks_like(wanted):
                    return True
                if keys is not None and not outer:
                    keys.append(now.key)
            while True:
                kind = cython.declare(cython.int, self.token(at))
                at = self.end
                if kind <= MOVE or ended:
                    break
                if kind == OPEN:
                    if last < 0:
                        return True
                    now.unmake(last)
                    branch = now.copy()
                    now.make(last)
                    outer.append((now, made, last))
                    now = branch
                    made = 0
                    last = -1
                elif kind == CLOSE:
                    if not outer:
                        return True
                    now, made, last = outer.pop()
                elif kind == RESULT and not outer:
                    ended = True
            if kind == END and not outer:
                self.reached = now
                return False
            size = cython.declare(cython.Py_ssize_t, self.end - self.start)
            if kind != MOVE or size > LONGEST or ended:
                return True
            for i in range(size):
                word[i] = self.codes[self.start + i]
            last = now.move_called(word, size)
            if last < 0:
                return True
            if made == MOST_MADE:
                now = now.copy()
                made = 0
            now.make(last)
            made += 1

    def may_hold(self, position: Position, wanted: Position) -> bool:
        """Whether the game that ``game`` returned last may contain a position that looks like ``wanted``.

        Args:
            position: the first position of the game.
            wanted: a position of the same class. The side to move is compared, too.

        Raises:
            TypeError: if the positions are of two classes.
        """
        if type(position) is not type(wanted):
            raise TypeError("positions of two games")
        return bool(self.walk(position.copy(), wanted, None))

    def last_position(self, position: Position) -> Position | None:
        """Return the last position of the main line, without moves to unmake, or None if the game is not plain.

        Args:
            position: the first position of the game that ``game`` returned last.
        """
        return None if self.walk(position.copy(), None, None) else self.reached.copy()

    def keys(self, position: Position) -> list[int] | None:
        """Return the keys of the positions of the main line, or None if the game is not plain.

        Args:
            position: the first position of the game that ``game`` returned last.
        """
        found: list[int] = []
        return None if self.walk(position.copy(), None, found) else found
