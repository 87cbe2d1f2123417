cdef unsigned int ADJACENT[38]
cdef unsigned int CARD_COLOURS[21]
cdef unsigned int CARDS_WITH[6]
cdef unsigned int GATHER_COLOURS[20]
