cdef extern from *:
    """
    typedef unsigned __int128 u128;
    #define calumma_low(x) ((unsigned long long)(x))
    #define calumma_high(x) ((unsigned long long)((x) >> 64))
    #define popcount(x) __builtin_popcountll(x)
    #define lowest(x) __builtin_ctzll(x)
    #define popcount128(x) (__builtin_popcountll(calumma_low(x)) + __builtin_popcountll(calumma_high(x)))
    #define lowest128(x) (calumma_low(x) ? __builtin_ctzll(calumma_low(x)) : 64 + __builtin_ctzll(calumma_high(x)))
    #define highest128(x) (calumma_high(x) ? 127 - __builtin_clzll(calumma_high(x)) : 63 - __builtin_clzll(calumma_low(x)))
    """
    ctypedef unsigned long long u64 "unsigned long long"
    ctypedef unsigned long long u128
    int popcount(u64) noexcept nogil
    int lowest(u64) noexcept nogil
    int popcount128(u128) noexcept nogil
    int lowest128(u128) noexcept nogil
    int highest128(u128) noexcept nogil

cdef u64 mix(u64 h, u64 value) noexcept nogil
