cdef extern from *:
    """
    typedef unsigned __int128 u128;
    #define calumma_low(x) ((unsigned long long)(x))
    #define calumma_high(x) ((unsigned long long)((x) >> 64))
    #if defined(__x86_64__) && defined(__GNUC__) && !defined(__POPCNT__)
    /* Portable builds for x86-64 may not assume the instruction, but nearly every processor has it: look once, then use it. */
    static int calumma_counts;
    __attribute__((constructor)) static void calumma_look(void) {
        __builtin_cpu_init();
        calumma_counts = __builtin_cpu_supports("popcnt") != 0;
    }
    static inline int popcount(unsigned long long x) {
        if (!__builtin_expect(calumma_counts, 1)) return __builtin_popcountll(x);
        __asm__("popcntq %0, %0" : "+r"(x) : : "cc");
        return (int)x;
    }
    #else
    #define popcount(x) __builtin_popcountll(x)
    #endif
    #define lowest(x) __builtin_ctzll(x)
    #define popcount128(x) (popcount(calumma_low(x)) + popcount(calumma_high(x)))
    /* Choose the half first: then it is a conditional move and one scan, not a branch that guesses wrong half the time. */
    static inline int lowest128(u128 x) {
        unsigned long long low = calumma_low(x), none = low == 0;
        return __builtin_ctzll(none ? calumma_high(x) : low) + (int)(none << 6);
    }
    static inline int highest128(u128 x) {
        unsigned long long high = calumma_high(x), some = high != 0;
        return 63 - __builtin_clzll(some ? high : calumma_low(x)) + (int)(some << 6);
    }
    """
    ctypedef unsigned long long u64 "unsigned long long"
    ctypedef unsigned long long u128
    int popcount(u64) noexcept nogil
    int lowest(u64) noexcept nogil
    int popcount128(u128) noexcept nogil
    int lowest128(u128) noexcept nogil
    int highest128(u128) noexcept nogil

cdef u64 mix(u64 h, u64 value) noexcept nogil
