# Observations and masks as bits; room.py says the same to interpreted code.

from calumma.core.bits cimport nth_of_word, popcount

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
        Py_ssize_t i = 0;
        if (bytes > 256) { memcpy(out + at, words, bytes); return; }
        for (; i + 8 <= bytes; i += 8) memcpy(out + at + i, words + (i >> 3), 8);
        for (; i < bytes; i++) out[at + i] = (unsigned char)(words[i >> 3] >> (8 * (i & 7)));
        #else
        for (Py_ssize_t i = 0; i < bytes; i++) out[at + i] = (unsigned char)(words[i >> 3] >> (8 * (i & 7)));
        #endif
    }
    /* A byte, 0 or 1, for each of the first bits. */
    static inline void calumma_unpack_64(signed char* out, unsigned long long bits) {
        #if defined(__SSE2__)
        const __m128i each = _mm_set1_epi64x(0x8040201008040201LL), one = _mm_set1_epi8(1);
        for (int i = 0; i < 64; i += 16, bits >>= 16) {
            __m128i two = _mm_cvtsi32_si128((int)(bits & 0xFFFF));
            two = _mm_shufflelo_epi16(_mm_unpacklo_epi8(two, two), _MM_SHUFFLE(1, 1, 0, 0));
            two = _mm_and_si128(_mm_shuffle_epi32(two, _MM_SHUFFLE(1, 1, 0, 0)), each);
            _mm_storeu_si128((__m128i*)(out + i), _mm_and_si128(_mm_cmpeq_epi8(two, each), one));
        }
        #else
        for (int i = 0; i < 64; i++) out[i] = (signed char)(bits >> i & 1);
        #endif
    }
    static inline void unpack(signed char* out, const unsigned long long* words, Py_ssize_t count) {
        signed char rest[64];
        for (; count >= 64; count -= 64, out += 64) calumma_unpack_64(out, *words++);
        if (count) {
            calumma_unpack_64(rest, *words);
            memcpy(out, rest, count);
        }
    }
    /* The same where most words are empty: only those are written that are not, or were not before, which `stained` knows. */
    static inline void unpack_changed(
        signed char* out, const unsigned long long* words, Py_ssize_t count, signed char* stained
    ) {
        for (; count >= 64; count -= 64, out += 64, words++, stained++) {
            if (*words | (unsigned long long)*stained) {
                calumma_unpack_64(out, *words);
                *stained = *words != 0;
            }
        }
        unpack(out, words, count);
    }
    /* The n-th bit of some words, counted from 0. A branch for every word could not be foreseen; many words are not looked at all. */
    static inline int nth_of_words(const unsigned long long* words, Py_ssize_t count, int n) {
        const unsigned long long* first = words;
        Py_ssize_t i, word = 0;
        int before = 0, sum = 0, four;
        for (; count > 24; count -= 4, words += 4) {
            four = popcount(words[0]) + popcount(words[1]) + popcount(words[2]) + popcount(words[3]);
            if (n < four) { count = 4; break; }
            n -= four;
        }
        for (i = 0; i < count; i++) {
            sum += popcount(words[i]);
            word += sum <= n;
            before = sum <= n ? sum : before;
        }
        return (int)(words + word - first) * 64 + nth_of_word(words[word], n - before);
    }
    #if defined(__GNUC__)
    static inline void fetch(const void* first, int lines) {
        for (int i = 0; i < lines; i++) __builtin_prefetch((const char*)first + 64 * i, 1);
    }
    #else
    #define fetch(first, lines) ((void)0)
    #endif
    #define copy_bytes(out, at, numbers, first, count) ((void)memcpy((out) + (at), (numbers) + (first), (count)))
    #define words_from(words, first) ((words) + (first))
    #define wipe_words(words, count) ((void)memset((words), 0, (count) * sizeof(unsigned long long)))
    """
    void pack(unsigned char* out, Py_ssize_t at, signed char* numbers, Py_ssize_t count) noexcept nogil
    void store(unsigned char* out, Py_ssize_t at, unsigned long long* words, Py_ssize_t bytes) noexcept nogil
    void copy_bytes(unsigned char* out, Py_ssize_t at, signed char* numbers, Py_ssize_t first, Py_ssize_t count) noexcept nogil
    void copy_numbers "copy_bytes"(signed char* out, Py_ssize_t at, signed char* numbers, Py_ssize_t first, Py_ssize_t count) noexcept nogil
    void unpack(signed char* out, unsigned long long* words, Py_ssize_t count) noexcept nogil
    void unpack_changed(signed char* out, unsigned long long* words, Py_ssize_t count, signed char* stained) noexcept nogil
    int nth_of_words(unsigned long long* words, Py_ssize_t count, int n) noexcept nogil
    void fetch(void* first, int lines) noexcept nogil
    void wipe_words(unsigned long long* words, Py_ssize_t count) noexcept nogil
    unsigned long long* words_from(unsigned long long* words, Py_ssize_t first) noexcept nogil
