cdef extern from *:
    """
    typedef unsigned long long calumma_cells;
    static inline calumma_cells sides(calumma_cells cells) {
        return cells << 1 | cells >> 1 | cells << 8 | cells >> 8;
    }
    static inline calumma_cells around(calumma_cells cells) {
        calumma_cells rows = cells | cells << 1 | cells >> 1;
        return rows | rows << 8 | rows >> 8;
    }
    static inline calumma_cells flood(calumma_cells start, calumma_cells within) {
        calumma_cells grown = (start | sides(start)) & within;
        while (grown != start) {
            start = grown;
            grown = (start | sides(start)) & within;
        }
        return start;
    }
    """
    ctypedef unsigned long long Cells "unsigned long long"
    Cells sides(Cells cells) noexcept nogil
    Cells around(Cells cells) noexcept nogil
    Cells flood(Cells start, Cells within) noexcept nogil

cdef Cells lines(Cells start, Cells tiles) noexcept nogil
