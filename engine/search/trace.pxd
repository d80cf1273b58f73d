cdef enum:
    EXACT = 0
    CUTOFF = 1
    FAIL_LOW = 2
    TABLE = 3
    STAND_PAT = 4
    TERMINAL = 5
    LEAF = 6
    STOPPED = 7
    CYCLE = 8
    MATE_DISTANCE = 9
    RAZORED = 10
    FUTILE = 11
    NULL_MOVE = 12
    PROBCUT = 13
    SINGULAR = 14
    REASONS = 16                # room for the numbers of reasons
    SKIPPED_LATE = 0            # kinds of moves that were not searched
    SKIPPED_FUTILE = 1
    SKIPPED_HISTORY = 2
    SKIPPED_EXCHANGE = 3
    SKIP_KINDS = 4
    AFTER_PASS = 1              # flags
    VERIFYING = 2
    TRYING_CAPTURE = 4
    EXCLUDING = 8
    RAZORING = 16
    PROBES = 31
    TABLE_MOVE = 32
    KILLER_MOVE = 64
    REPEATED = 128
    SHORTENED = 256
    EXTENDED = 512
    NARROWED = 1024
    ASSUMED = 2048
    PLIES = 140                 # room for the numbers of plies
    MOST_OPEN = 600             # nodes that are open at the same time
    MOST_RANK = 64              # rank up to which cutting moves are counted singly
    MOST_MOVES = 513
    UNKNOWN = 2000001           # an evaluation that was not made
    DEEPEST_PLY = 139
    UNKNOWN_WRITER = -1
    EARLIER_WRITER = -2
    NO_STAMP = -1               # it is unknown which visit wrote an entry

cdef struct Visit:
    long long serial
    long long subtree
    long long writer
    int parent
    int move
    int alpha
    int beta
    int value
    int visits
    int standing
    unsigned short generated
    unsigned short tried
    unsigned short rank
    unsigned short skipped[4]
    short ply
    short depth
    short reduced
    short stored
    unsigned short flags
    unsigned char reason
    unsigned char spare
    unsigned short room

cdef struct Open:
    long long serial
    int index                   # in the buffer, or -1
    int ply
    int move                    # the last move tried
    int tried
    int generated               # -1: no moves were generated
    int flags
    bint reduced
    bint step_assumed           # whether a step of this node proves nothing
    bint moves_assumed          # whether a move before the last one was not proved
    bint last_assumed           # the same for the last move tried

cdef class Trace:
    cdef Visit* buffer
    cdef int* moved             # new places of nodes, used by trim
    cdef Open stack[600]
    cdef readonly int capacity
    cdef readonly long long first
    cdef readonly long long last
    cdef readonly int count
    cdef readonly long long total           # nodes visited
    cdef readonly long long elsewhere       # nodes visited before the last restart or while muted
    cdef readonly long long repeated        # searches of a move that was searched before in its node
    cdef long long past                     # number of stamps before the first one of the recorded tree
    cdef long long oldest                   # first stamp of the present analysis
    cdef long long starts[140]              # first stamp of each iteration of the present analysis, by depth
    cdef int depth                          # of the present iteration
    cdef readonly int most_ply              # greatest ply that is kept
    cdef bint busy                          # whether an analysis that is running records here
    cdef int open
    cdef int outside                        # open nodes that are not on the stack
    cdef bint muted
    cdef int next_reduced                   # plies by which the next node is reduced
    cdef int next_flags
    cdef long long by_ply[140]
    cdef long long by_reason[16]
    cdef long long by_cut_rank[65]
    cdef long long by_generated[514]
    cdef int kept_by_ply[140]
    cdef void clear(self, int depth) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef void restart(self) noexcept nogil
    cdef void mute(self) noexcept nogil
    cdef void trim(self, int ply) noexcept nogil
    cdef void complete(self, int level) noexcept nogil
    cdef void enter(self, int move, int ply, int depth, int alpha, int beta) noexcept nogil
    cdef void leave(self, int value, int reason) noexcept nogil
    cdef void moves(self, int generated) noexcept nogil
    cdef void reduce(self, int plies) noexcept nogil
    cdef void flag(self, int flags) noexcept nogil
    cdef void note(self, int flags) noexcept nogil
    cdef void narrow(self, int alpha, int beta) noexcept nogil
    cdef long long stamp(self) noexcept nogil
    cdef long long writer_of(self, long long stamp) noexcept nogil
    cdef void found(self, int depth, bint proved, long long stamp) noexcept nogil
    cdef void stand(self, int value) noexcept nogil
    cdef void skip(self, int kind) noexcept nogil
