# Observations and masks as bits; room.py says the same to interpreted code.

cdef extern from *:
    """
    #include <string.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    #endif
    /* The lowest bit of every byte, eight to a byte, the first lowest. Behind the numbers there is room for 15 more. */
    static inline void pack(unsigned char* out, Py_ssize_t at, const signed char* numbers, Py_ssize_t count) {
        Py_ssize_t i = 0;
        out += at;
        #if defined(__SSE2__)
        for (; i + 8 < count; i += 16, out += 2) {
            __m128i many = _mm_slli_epi16(_mm_loadu_si128((const __m128i*)(numbers + i)), 7);
            unsigned short bits = (unsigned short)_mm_movemask_epi8(many);
            memcpy(out, &bits, 2);
        }
        #endif
        for (; i < count; i += 8, out++) {
            #if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
            unsigned long long eight;
            memcpy(&eight, numbers + i, 8);
            *out = (unsigned char)(((eight & 0x0101010101010101ULL) * 0x0102040810204080ULL) >> 56);
            #else
            *out = 0;
            for (int j = 0; j < 8; j++) *out |= (numbers[i + j] & 1) << j;
            #endif
        }
    }
    static inline void store(unsigned char* out, Py_ssize_t at, const unsigned long long* words, Py_ssize_t bytes) {
        #if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        memcpy(out + at, words, bytes);
        #else
        for (Py_ssize_t i = 0; i < bytes; i++) out[at + i] = (unsigned char)(words[i >> 3] >> (8 * (i & 7)));
        #endif
    }
    #define copy_bytes(out, at, numbers, first, count) ((void)memcpy((out) + (at), (numbers) + (first), (count)))
    #define words_from(words, first) ((words) + (first))
    #define wipe_words(words, count) ((void)memset((words), 0, (count) * sizeof(unsigned long long)))
    """
    void pack(unsigned char* out, Py_ssize_t at, signed char* numbers, Py_ssize_t count) noexcept nogil
    void store(unsigned char* out, Py_ssize_t at, unsigned long long* words, Py_ssize_t bytes) noexcept nogil
    void copy_bytes(unsigned char* out, Py_ssize_t at, signed char* numbers, Py_ssize_t first, Py_ssize_t count) noexcept nogil
    void wipe_words(unsigned long long* words, Py_ssize_t count) noexcept nogil
    unsigned long long* words_from(unsigned long long* words, Py_ssize_t first) noexcept nogil
