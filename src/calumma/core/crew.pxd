# Threads of the system that share out the rows of a batch. They live as long as the batch. None of them holds Python's lock.
#
# Every thread has a range of the rows, the same in every step, so that they stay in its core's cache; who has done its own takes
# chunks of others' ranges. A round is open while there is work, and nobody waits for a helper that has not come in when it closes:
# a helper that sleeps, or whose core is busy, costs nothing but its help. Helpers look out for the next round for some microseconds
# before they sleep, as waking one up takes longer than a short step; not where there are more threads than cores.

cdef extern from *:
    """
    #ifndef _WIN32
    #include <pthread.h>
    #include <stdlib.h>
    #include <time.h>
    #include <unistd.h>
    #define CREW_PATIENCE 50000  /* nanoseconds */
    #define CREW_SPARED 2        /* chunks */
    #define CREW_INSIDE 0xFFFFULL
    #define CREW_OPEN 0x10000ULL
    #define CREW_ROUND 0x20000ULL
    #if defined(__x86_64__) || defined(__i386__)
    #define crew_pause() __builtin_ia32_pause()
    #elif defined(__aarch64__)
    #define crew_pause() __asm__ volatile("yield")
    #else
    #define crew_pause() ((void)0)
    #endif
    typedef struct crew crew;
    typedef struct { crew* all; int number; pthread_t thread; } crew_member;
    typedef struct { int next, last, owned; char apart[116]; } crew_range;  /* each in cache lines of its own, and so below */
    struct crew {
        int count;               /* threads beside the one that calls */
        int patient;
        pid_t home;              /* a forked process has none of them */
        crew_member* members;
        crew_range* ranges;
        pthread_mutex_t lock;
        pthread_cond_t opened, left;
        int stop;
        void (*work)(void*, int);
        void* what;
        char apart_1[128];
        unsigned long long gate; /* who is inside, whether it is open, the number of the round */
        char apart_2[128];
        int asleep, waiting;
        char apart_3[128];
    };
    static long long crew_now(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000000000LL + now.tv_nsec;
    }
    /* Whether it is worth while to look once more; `since` is when the first look was. */
    static int crew_goes_on(crew* all, int* tries, long long* since) {
        if (!all->patient) return 0;
        crew_pause();
        if (++*tries & 15) return 1;
        if (*since == 0) *since = crew_now();
        return crew_now() - *since < CREW_PATIENCE;
    }
    static int crew_is_new(unsigned long long gate, unsigned long long seen) {
        return (gate & CREW_OPEN) && gate / CREW_ROUND != seen;
    }
    /* Wait for a round that is open and not the last one seen; return 0 when there will be none. */
    static int crew_await(crew* all, unsigned long long seen) {
        int tries = 0;
        long long since = 0;
        do {
            if (__atomic_load_n(&all->stop, __ATOMIC_ACQUIRE)) return 0;
            if (crew_is_new(__atomic_load_n(&all->gate, __ATOMIC_ACQUIRE), seen)) return 1;
        } while (crew_goes_on(all, &tries, &since));
        pthread_mutex_lock(&all->lock);
        __atomic_add_fetch(&all->asleep, 1, __ATOMIC_SEQ_CST);
        while (!all->stop && !crew_is_new(__atomic_load_n(&all->gate, __ATOMIC_SEQ_CST), seen))
            pthread_cond_wait(&all->opened, &all->lock);
        __atomic_sub_fetch(&all->asleep, 1, __ATOMIC_SEQ_CST);
        pthread_mutex_unlock(&all->lock);
        return !__atomic_load_n(&all->stop, __ATOMIC_ACQUIRE);
    }
    static void* crew_serve(void* given) {
        crew_member* me = (crew_member*)given;
        crew* all = me->all;
        unsigned long long seen = 0, gate;
        while (crew_await(all, seen)) {
            gate = __atomic_load_n(&all->gate, __ATOMIC_ACQUIRE);
            if (!crew_is_new(gate, seen)) continue;  /* it closed meanwhile */
            if (!__atomic_compare_exchange_n(&all->gate, &gate, gate + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) continue;
            seen = gate / CREW_ROUND;
            all->work(all->what, me->number);
            gate = __atomic_sub_fetch(&all->gate, 1, __ATOMIC_SEQ_CST);
            if (!(gate & (CREW_OPEN | CREW_INSIDE)) && __atomic_load_n(&all->waiting, __ATOMIC_SEQ_CST)) {
                pthread_mutex_lock(&all->lock);
                pthread_cond_signal(&all->left);
                pthread_mutex_unlock(&all->lock);
            }
        }
        return NULL;
    }
    static void crew_free(crew* all) {
        if (!all) return;
        if (all->home == getpid()) {
            pthread_mutex_lock(&all->lock);
            __atomic_store_n(&all->stop, 1, __ATOMIC_SEQ_CST);
            pthread_cond_broadcast(&all->opened);
            pthread_mutex_unlock(&all->lock);
            for (int i = 0; i < all->count; i++) pthread_join(all->members[i].thread, NULL);
        }
        free(all->members);
        free(all->ranges);
        free(all);
    }
    static crew* crew_new(int count) {
        crew* all = (crew*)calloc(1, sizeof(crew));
        if (!all) return NULL;
        all->home = getpid();
        all->patient = count < sysconf(_SC_NPROCESSORS_ONLN);
        all->members = (crew_member*)calloc(count + 1, sizeof(crew_member));
        all->ranges = (crew_range*)calloc(count + 1, sizeof(crew_range));
        pthread_mutex_init(&all->lock, NULL);
        pthread_cond_init(&all->opened, NULL);
        pthread_cond_init(&all->left, NULL);
        if (!all->members || !all->ranges) { crew_free(all); return NULL; }
        for (int i = 0; i < count; i++) {
            all->members[i].all = all;
            all->members[i].number = i + 1;
            if (pthread_create(&all->members[i].thread, NULL, crew_serve, &all->members[i])) break;
            all->count++;
        }
        return all;
    }
    /* Have some rows worked on; `work` calls crew_take until there are no more. */
    static void crew_run(crew* all, void (*work)(void*, int), void* what, int rows) {
        long long since = 0;
        int tries = 0;
        for (int i = 0; i <= all->count; i++) {
            all->ranges[i].next = (int)((long long)rows * i / (all->count + 1));
            all->ranges[i].last = (int)((long long)rows * (i + 1) / (all->count + 1));
            all->ranges[i].owned = 0;
        }
        if (all->count == 0 || all->home != getpid()) { work(what, 0); return; }
        all->work = work;
        all->what = what;
        __atomic_store_n(&all->gate, (all->gate / CREW_ROUND + 1) * CREW_ROUND + CREW_OPEN, __ATOMIC_SEQ_CST);
        if (__atomic_load_n(&all->asleep, __ATOMIC_SEQ_CST)) {
            pthread_mutex_lock(&all->lock);
            pthread_cond_broadcast(&all->opened);
            pthread_mutex_unlock(&all->lock);
        }
        work(what, 0);
        __atomic_and_fetch(&all->gate, ~CREW_OPEN, __ATOMIC_SEQ_CST);
        do {
            if (!(__atomic_load_n(&all->gate, __ATOMIC_ACQUIRE) & CREW_INSIDE)) return;
        } while (crew_goes_on(all, &tries, &since));
        pthread_mutex_lock(&all->lock);
        __atomic_store_n(&all->waiting, 1, __ATOMIC_SEQ_CST);
        while (__atomic_load_n(&all->gate, __ATOMIC_SEQ_CST) & CREW_INSIDE) pthread_cond_wait(&all->left, &all->lock);
        __atomic_store_n(&all->waiting, 0, __ATOMIC_SEQ_CST);
        pthread_mutex_unlock(&all->lock);
    }
    /* The first of some rows that nobody has taken, and in `last` the one behind them; -1 when there are none. The last chunks of
       a range are left to its owner, if it is at work: to fetch them from its cache would take longer. */
    static int crew_take(crew* all, int worker, int rows, int* last) {
        for (int i = 0; i <= all->count; i++) {
            crew_range* range = &all->ranges[(worker + i) % (all->count + 1)];
            int first = __atomic_load_n(&range->next, __ATOMIC_RELAXED);
            if (first >= range->last) continue;
            if (i == 0) __atomic_store_n(&range->owned, 1, __ATOMIC_RELAXED);
            else if (range->last - first <= CREW_SPARED * rows && __atomic_load_n(&range->owned, __ATOMIC_RELAXED)) continue;
            first = __atomic_fetch_add(&range->next, rows, __ATOMIC_RELAXED);
            if (first < range->last) {
                *last = first + rows < range->last ? first + rows : range->last;
                return first;
            }
        }
        return -1;
    }
    #else
    #include <stdlib.h>
    typedef struct { int next, last; } crew;
    static crew* crew_new(int count) { return (crew*)calloc(1, sizeof(crew)); }
    static void crew_free(crew* all) { free(all); }
    static void crew_run(crew* all, void (*work)(void*, int), void* what, int rows) {
        all->next = 0;
        all->last = rows;
        work(what, 0);
    }
    static int crew_take(crew* all, int worker, int rows, int* last) {
        int first = all->next;
        if (first >= all->last) return -1;
        all->next = *last = first + rows < all->last ? first + rows : all->last;
        return first;
    }
    #endif
    """
    ctypedef struct crew:
        pass
    crew* crew_new(int count) noexcept nogil
    void crew_free(crew* all) noexcept nogil
    void crew_run(crew* all, void (*work)(void*, int) noexcept nogil, void* what, int rows) noexcept nogil
    int crew_take(crew* all, int worker, int rows, int* last) noexcept nogil
