cdef unsigned long long STEPS[64]
cdef unsigned long long COLOURS[4]
cdef unsigned long long ODD_FILES
cdef unsigned long long ODD_RANKS
cdef unsigned long long NOT_A
cdef unsigned long long NOT_H
cdef int OFFSET[8]
