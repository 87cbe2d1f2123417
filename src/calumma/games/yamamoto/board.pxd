cdef unsigned int KING[25]
cdef unsigned int KNIGHT[25]
cdef unsigned int BLOCKERS[25]
cdef unsigned int FACTOR[25]
cdef unsigned int SLIDES[400]
cdef unsigned int DARK
cdef unsigned int HOME[2]
cdef unsigned int DOTS[2]
