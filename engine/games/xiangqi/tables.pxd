cdef enum:
    CELLS = 90              # 9 x 10
    OFF = 90                # the cell of a captured piece
    EMPTY = 32
    BORDER = 64
    KING = 0
    ADVISER = 1
    ELEPHANT = 2
    HORSE = 3
    ROOK = 4
    CANNON = 5
    PAWN = 6

cdef unsigned char ROW[91]                      # 15 for OFF
cdef unsigned char COLUMN[91]
cdef int WORTH[7]
cdef int VALUE[14][90]                          # value of a piece on a cell in hundredths of a pawn; 0 for kings
cdef unsigned char KIND[16]                     # kind of a slot
cdef unsigned short BETWEEN[16][16]             # bits strictly between two places of a line
cdef unsigned char COUNT[1024]                  # number of bits
cdef unsigned short FILE_QUIET[10][1024]        # empty places reached, by place and occupancy of the line
cdef unsigned short FILE_HIT[10][1024]          # first pieces met in both directions
cdef unsigned short FILE_JUMP[10][1024]         # second pieces met
cdef unsigned short RANK_QUIET[9][512]
cdef unsigned short RANK_HIT[9][512]
cdef unsigned short RANK_JUMP[9][512]
cdef unsigned char KING_COUNT[90]
cdef unsigned char KING_TO[90][4]
cdef unsigned char ADVISER_COUNT[90]
cdef unsigned char ADVISER_TO[90][4]
cdef unsigned char ELEPHANT_COUNT[90]
cdef unsigned char ELEPHANT_TO[90][4]
cdef unsigned char ELEPHANT_EYE[90][4]
cdef unsigned char HORSE_COUNT[90]
cdef unsigned char HORSE_TO[90][8]
cdef unsigned char HORSE_LEG[90][8]
cdef unsigned char PAWN_COUNT[2][90]
cdef unsigned char PAWN_TO[2][90][3]
cdef unsigned char LEG[91][90]                  # cell that blocks a horse on its way to another cell, or OFF
cdef unsigned long long PIECE_KEY[14][90]
cdef unsigned long long SIDE_KEY
