from engine.core.position cimport Position

cdef enum:
    NOT_PLAIN = 0           # kinds of tokens; those up to MOVE end the tokens between two moves
    END = 1
    MOVE = 2
    NUMBER = 3
    RESULT = 4
    COMMENT = 5
    REST = 6
    NAG = 7
    GLYPH = 8
    OPEN = 9
    CLOSE = 10
    CUT = 11                # the game does not end within the part that is loaded
    WHOLE = 12
    LONGEST = 12            # characters of a plain move
    MOST_MADE = 100         # moves made before the position is copied, which forgets them; below MAX_PLY

    BLANK = 1               # classes of characters: a space, a tab or a part of a line end
    DIGIT = 2
    LETTER = 4
    WORD = 8                # part of a move
    ENDS = 16               # ends the result before it
    ENDS_WORD = 32          # ends the move before it
    DIRECTION = 64          # sign of direction in a move of xiangqi that may contain spaces
    DOT = 128

cdef unsigned char SIGNS[127]

cdef bint is_a(unsigned int sign, int bits) noexcept nogil

cdef class PlainText:
    cdef readonly str text
    cdef readonly Py_ssize_t start
    cdef readonly Py_ssize_t end
    cdef object data
    cdef unsigned int* codes
    cdef Position reached               # last position of the main line that ``walk`` has played
    cdef Py_ssize_t first               # index in text of the first character that is loaded
    cdef Py_ssize_t length              # number of characters that are loaded
    cdef Py_ssize_t value               # index of the first character of the value of a tag
    cdef Py_ssize_t moves               # index of the first character after the tags of the last game
    cdef void load(self, Py_ssize_t first, Py_ssize_t size) except *
    cdef int token(self, Py_ssize_t at) noexcept nogil
    cdef bint begins_sum(self, Py_ssize_t at) noexcept nogil
    cdef int number_token(self) noexcept nogil
    cdef bint may_be_step(self, Py_ssize_t at) noexcept nogil
    cdef int word_token(self) noexcept nogil
    cdef Py_ssize_t skip_blanks(self, Py_ssize_t at) noexcept nogil
    cdef int result_length(self, Py_ssize_t at) noexcept nogil
    cdef int find_tag(self, Py_ssize_t at) noexcept nogil
    cdef int skip_tags(self, Py_ssize_t at) noexcept nogil
    cdef int find_end(self, Py_ssize_t at) noexcept nogil
    cdef bint walk(self, Position position, Position wanted, list keys) except *
