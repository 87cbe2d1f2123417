cdef extern from *:
    """
    typedef unsigned __int128 u128;
    #define calumma_low(x) ((unsigned long long)(x))
    #define calumma_high(x) ((unsigned long long)((x) >> 64))
    #if defined(__x86_64__) && defined(__GNUC__)
    static int calumma_deposits;  /* the same holds for this instruction */
    __attribute__((constructor)) static void calumma_look_too(void) {
        __builtin_cpu_init();
        calumma_deposits = __builtin_cpu_supports("bmi2") != 0;
    }
    #endif
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
    /* A byte, 0 or 1, for each of the lowest `count` bits: eight at a time, without a branch. */
    static inline void spread(signed char* out, int first, unsigned long long bits, int count) {
        out += first;
        #if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        for (; count >= 8; count -= 8, bits >>= 8, out += 8) {
            unsigned long long bytes = ((bits & 0xFF) * 0x0101010101010101ULL) & 0x8040201008040201ULL;
            bytes = ((bytes + 0x7F7F7F7F7F7F7F7FULL) >> 7) & 0x0101010101010101ULL;
            __builtin_memcpy(out, &bytes, 8);
        }
        #endif
        for (; count > 0; count--, bits >>= 1) *out++ = bits & 1;
    }
    /* Some bits among the words of a mask, from bit `at` on; behind the words there is room for one more. */
    static inline void lay(unsigned long long* words, int at, unsigned long long bits) {
        words[at >> 6] |= bits << (at & 63);
        words[(at >> 6) + 1] |= (bits >> 1) >> (63 - (at & 63));
    }
    /* The place of the n-th bit, counted from 0. */
    static inline int nth_of_word(unsigned long long bits, int n) {
        #if defined(__x86_64__) && defined(__GNUC__)
        if (__builtin_expect(calumma_deposits, 1)) {
            unsigned long long found;
            __asm__("pdepq %2, %1, %0" : "=r"(found) : "r"(1ULL << n), "r"(bits));
            return __builtin_ctzll(found);
        }
        #endif
        for (; n > 0; n--) bits &= bits - 1;
        return __builtin_ctzll(bits);
    }
    /* Small numbers as bytes. They do not overlap, so the compiler may take many at a time. */
    static inline void narrow(signed char* restrict out, int first, const int* restrict numbers, int from, int count) {
        for (int i = 0; i < count; i++) out[first + i] = (signed char)numbers[from + i];
    }
    /* Four bits of each, from `shift` on, likewise. */
    static inline void nibbles(signed char* restrict out, int first, const unsigned int* restrict numbers, int count, int shift) {
        for (int i = 0; i < count; i++) out[first + i] = (signed char)(numbers[i] >> shift & 15);
    }
    #define wipe(out, first, count) ((void)memset((out) + (first), 0, (count)))
    #define part(out, first) ((out) + (first))
    static inline int clip(int x) { return x > 127 ? 127 : x < -127 ? -127 : x; }
    """
    ctypedef unsigned long long u64 "unsigned long long"
    ctypedef unsigned long long u128
    int popcount(u64) noexcept nogil
    int lowest(u64) noexcept nogil
    int popcount128(u128) noexcept nogil
    int lowest128(u128) noexcept nogil
    int highest128(u128) noexcept nogil
    void spread(signed char* out, int first, u64 bits, int count) noexcept nogil
    void lay(u64* words, int at, u64 bits) noexcept nogil
    int nth_of_word(u64 bits, int n) noexcept nogil
    void narrow(signed char* out, int first, const int* numbers, int start, int count) noexcept nogil
    void nibbles(signed char* out, int first, const unsigned int* numbers, int count, int shift) noexcept nogil
    int clip(int) noexcept nogil
    void wipe(signed char* out, Py_ssize_t first, Py_ssize_t count) noexcept nogil
    signed char* part(signed char* out, Py_ssize_t first) noexcept nogil

cdef u64 mix(u64 h, u64 value) noexcept nogil
