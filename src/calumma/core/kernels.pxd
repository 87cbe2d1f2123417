# Sums of small whole numbers, which compilers turn into instructions that take many at a time; room.py says the same to
# interpreted code. Where a program may choose among versions of a function as it starts, there is one for newer processors, too.

cdef extern from *:
    """
    #if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && defined(__GLIBC__) \\
        && !defined(__SANITIZE_ADDRESS__)
    #define CALUMMA_WIDE __attribute__((target_clones("avx2", "default")))
    #else
    #define CALUMMA_WIDE
    #endif
    /* Numbers of a column, so many times, to the sums. */
    CALUMMA_WIDE static void add_column(
        int* restrict sums, Py_ssize_t at, const short* restrict columns, Py_ssize_t first, int times, int count
    ) {
        sums += at;
        columns += first;
        if (times == 1) {
            for (int i = 0; i < count; i++) sums[i] += columns[i];
        } else if (times == -1) {
            for (int i = 0; i < count; i++) sums[i] -= columns[i];
        } else {
            for (int i = 0; i < count; i++) sums[i] += times * columns[i];
        }
    }
    /* What is left of sums between 0 and a limit, after so many bits are cut off. */
    CALUMMA_WIDE static void clipped(
        short* restrict out, const int* restrict sums, Py_ssize_t at, int shift, int limit, int count
    ) {
        sums += at;
        for (int i = 0; i < count; i++) {
            int x = sums[i] >> shift;
            x = x < 0 ? 0 : x;
            out[i] = (short)(x > limit ? limit : x);
        }
    }
    CALUMMA_WIDE static int dot(const short* restrict one, const short* restrict rows, Py_ssize_t first, int count) {
        int sum = 0;
        rows += first;
        for (int i = 0; i < count; i++) sum += one[i] * rows[i];
        return sum;
    }
    """
    void add_column(int* sums, Py_ssize_t at, short* columns, Py_ssize_t first, int times, int count) noexcept nogil
    void clipped(short* out, int* sums, Py_ssize_t at, int shift, int limit, int count) noexcept nogil
    int dot(short* one, short* rows, Py_ssize_t first, int count) noexcept nogil
