from engine.core.playout cimport Playout

cdef enum:
    MAX_MOVES = 512
    MAX_PLY = 128
    WIN = 1000000
    INFINITY = 1001000
    WIN_BOUND = 999000
    NO_CYCLE = 2000000      # cycle_score: the position is not repeated
    NEAR_LIMIT = 20         # is_near_limit: plies that may be left
    MOST_PRIOR = 100        # greatest prior of a move
    MOST_PLACED = 8         # pieces of a position that ``put_pieces`` and ``list_pieces`` describe
    MOST_CELLS = 512        # bytes that ``write_cells`` writes

cdef list listed(int* moves, int count)

cdef class Memory:
    cdef readonly size_t size
    cdef void* data
    cdef Memory fresh(self)

cdef class Position:
    cdef readonly object game
    cdef readonly int side
    cdef readonly unsigned long long key
    cdef readonly int ply
    cdef int reopened_at                    # ply at which ``is_over`` is False (``reopened``), or -1
    cdef unsigned long long* keys           # keys of the earlier positions, oldest first
    cdef int key_count
    cdef int key_capacity
    cdef Memory memory                      # working memory of the evaluation that is attached, or None
    cdef void reserve(self, int count) except *
    cdef int generate(self, int* out) noexcept nogil
    cdef int generate_likely(self, int* out) noexcept nogil
    cdef int generate_noisy(self, int* out) noexcept nogil
    cdef bint may_stand_pat(self) noexcept nogil
    cdef int generate_evasions(self, int* out) noexcept nogil
    cdef int generate_forcing(self, int* out, int level) noexcept nogil
    cdef int generate_answers(self, int* out) noexcept nogil
    cdef void make(self, int move) noexcept nogil
    cdef void unmake(self, int move) noexcept nogil
    cdef bint is_over(self) noexcept nogil
    cdef int outcome_score(self, int ply) noexcept nogil
    cdef int no_move_score(self, int ply) noexcept nogil
    cdef bint can_move(self) noexcept nogil
    cdef bint stops_perft(self) noexcept nogil
    cdef int order(self, int move) noexcept nogil
    cdef int repetitions(self, int waited) noexcept nogil
    cdef bint in_danger(self) noexcept nogil
    cdef bint puts_in_danger(self, int move) noexcept nogil
    cdef bint may_skip(self) noexcept nogil
    cdef void make_pass(self) noexcept nogil
    cdef void unmake_pass(self) noexcept nogil
    cdef int gain(self, int move) noexcept nogil
    cdef bint exchange(self, int move, int least) noexcept nogil
    cdef int trait(self, int move) noexcept nogil
    cdef int trait_count(self) noexcept nogil
    cdef void describe_moves(self, int* moves, int count, int* gains, int* orders, int* traits) noexcept nogil
    cdef bint has_cycles(self) noexcept nogil
    cdef bint has_draws(self) noexcept nogil
    cdef bint has_threats(self) noexcept nogil
    cdef int cycle_score(self, int ply) noexcept nogil
    cdef bint is_near_limit(self) noexcept nogil
    cdef int prior(self, int move) noexcept nogil
    cdef void begin_playouts(self) except *
    cdef int draw_move(self, Playout playout) noexcept nogil
    cdef void play_out(self, Playout playout) noexcept nogil
    cdef bint put_pieces(self, int* pieces, int* cells, int count, int side) noexcept
    cdef int list_pieces(self, int* pieces, int* cells) noexcept nogil
    cdef void write_cells(self, unsigned char* out, int* facts) noexcept nogil
    cdef void write_declared(self, unsigned char* out, int* facts) except *
    cdef int move_called(self, const unsigned char* text, int length) noexcept nogil
    cdef bint looks_like(self, Position other) noexcept
    cdef void copy_from(self, Position other) except *
