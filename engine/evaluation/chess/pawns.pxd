from engine.games.chess.squares cimport NOT_FILE_A, NOT_FILE_H

cdef unsigned long long FILE_SQUARES[8]
cdef unsigned long long BESIDE[8]               # the files adjacent to a file
cdef unsigned long long AHEAD[2][64]            # the squares in front of a square on its file, by side
cdef unsigned long long SPAN[2][64]             # the same squares, and those in front on the adjacent files

# Inline functions, because calls from other modules would go through a pointer.

cdef inline unsigned long long pawn_attacks(unsigned long long pawns, int side) noexcept nogil:
    if side:
        return (pawns & NOT_FILE_A) >> 9 | (pawns & NOT_FILE_H) >> 7
    return (pawns & NOT_FILE_A) << 7 | (pawns & NOT_FILE_H) << 9

cdef inline unsigned long long passed_pawns(unsigned long long mine, unsigned long long theirs, int side) noexcept nogil:
    cdef unsigned long long stops = mine | theirs | (theirs & NOT_FILE_A) >> 1 | (theirs & NOT_FILE_H) << 1
    if side:
        stops <<= 8
        stops |= stops << 8
        stops |= stops << 16
        stops |= stops << 32
    else:
        stops >>= 8
        stops |= stops >> 8
        stops |= stops >> 16
        stops |= stops >> 32
    return mine & ~stops

cdef inline int bare_files(int king, unsigned long long guards) noexcept nogil:
    cdef int file = king & 7
    cdef int count = FILE_SQUARES[file] & guards == 0
    if file > 0 and FILE_SQUARES[file - 1] & guards == 0:
        count += 1
    if file < 7 and FILE_SQUARES[file + 1] & guards == 0:
        count += 1
    return count
