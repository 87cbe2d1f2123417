from calumma.core.bits cimport mix, popcount
from calumma.core.state cimport State

cdef int STARTER, WILDS, DEAL, DRAW, PLAY, DONE

cdef class Sizes:
    cdef readonly object contents
    cdef unsigned long long box           # the tiles in it
    cdef int laid                         # tiles on the board in the end
    cdef int removed                      # tiles that leave the game unseen
    cdef int hand                         # tiles that a hand is filled to
    cdef int wilds                        # tiles that the wilds begin with
    cdef int walks                        # turns in a row, a living seat, without a tile
    cdef int columns                      # of the largest board
    cdef int rows
    cdef unsigned long long full_columns  # cells of the columns that the largest board has
    cdef unsigned long long full_rows

cdef class Tabletop(State):
    cdef readonly unsigned long long colours[8]     # cells with tiles of a printed colour
    cdef readonly unsigned long long ranks[6]       # cells with tiles of a rank
    cdef readonly unsigned long long tiles          # cells with tiles
    cdef readonly unsigned long long chameleons[4]  # the cell of a seat's chameleon, 0 off the board
    cdef readonly unsigned long long wasps[4]       # the cell of a seat's wasp, 0 off the board
    cdef readonly int left                          # x of column 0, -7 to -1
    cdef readonly int bottom                        # y of row 0, -7 to -1
    cdef int width                                  # columns with tiles, 0 to 7
    cdef int height                                 # rows with tiles, 0 to 7
    cdef unsigned long long laid                    # tiles on the board
    cdef readonly unsigned long long wilds          # tiles in the wilds
    cdef readonly unsigned long long hands[4]       # tiles in a seat's hand, 0 to 2 of them
    cdef readonly int points[4]
    cdef readonly bint out[4]                       # whether a seat is bankrupt
    cdef readonly int living                        # seats that are not out
    cdef readonly int turn                          # seat that acts or draws
    cdef readonly int phase
    cdef readonly int pending                       # tiles still to be drawn before the phase changes
    cdef readonly int idle                          # turns in a row without a tile added, 0 to 12
    cdef bint debt                                  # option: points may go below zero
    cdef readonly Sizes sizes                       # the numbers of the box
    cdef bint strict                                # option: a group of 4 must grow out of a group of 3
