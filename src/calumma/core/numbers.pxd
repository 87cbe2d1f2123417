# The numbers of the protocol as C knows them; protocol.py says the same to everybody else.

cdef enum:
    CHANCE = -1
    OVER = -2
    MOST_ACTIONS = 4096
    MOST_SEATS = 16

ctypedef int[MOST_ACTIONS] Actions
ctypedef int[MOST_SEATS] Scores
ctypedef double[MOST_SEATS] Shares
