# Threads of the system that share out the rows of a batch. They live as long as the batch, and look for work a little while before
# they sleep: waking one up takes longer than a step of a thousand matches. None of them holds Python's lock.

cdef extern from *:
    """
    #ifndef _WIN32
    #include <pthread.h>
    #include <sched.h>
    #include <stdlib.h>
    #include <unistd.h>
    #define CALUMMA_PATIENCE 2000
    #if defined(__x86_64__) || defined(__i386__)
    #define calumma_pause() __builtin_ia32_pause()
    #else
    #define calumma_pause() ((void)0)
    #endif
    typedef struct crew crew;
    typedef struct { crew* all; int number; pthread_t thread; } crew_member;
    struct crew {
        int count;              /* threads beside the one that calls */
        pid_t home;             /* a forked process has none of them */
        crew_member* members;
        pthread_mutex_t lock;
        pthread_cond_t news;
        int asleep;
        long round;
        int stop;
        void (*work)(void*, int);
        void* what;
        char apart_1[64];       /* what every thread writes to stands in a cache line of its own */
        int next;
        char apart_2[64];
        int busy;
        char apart_3[64];
    };
    static void* crew_serve(void* given) {
        crew_member* me = (crew_member*)given;
        crew* all = me->all;
        long seen = 0;
        for (;;) {
            int tries = 0;
            while (__atomic_load_n(&all->round, __ATOMIC_ACQUIRE) == seen && tries < CALUMMA_PATIENCE) {
                tries++;
                calumma_pause();
            }
            if (__atomic_load_n(&all->round, __ATOMIC_ACQUIRE) == seen) {
                pthread_mutex_lock(&all->lock);
                all->asleep++;
                while (__atomic_load_n(&all->round, __ATOMIC_ACQUIRE) == seen) pthread_cond_wait(&all->news, &all->lock);
                all->asleep--;
                pthread_mutex_unlock(&all->lock);
            }
            seen++;
            if (all->stop) return NULL;
            all->work(all->what, me->number);
            __atomic_sub_fetch(&all->busy, 1, __ATOMIC_RELEASE);
        }
    }
    static void crew_call(crew* all) {
        pthread_mutex_lock(&all->lock);
        __atomic_add_fetch(&all->round, 1, __ATOMIC_RELEASE);
        if (all->asleep) pthread_cond_broadcast(&all->news);
        pthread_mutex_unlock(&all->lock);
    }
    static crew* crew_new(int count) {
        crew* all = (crew*)calloc(1, sizeof(crew));
        if (!all) return NULL;
        all->home = getpid();
        all->members = (crew_member*)calloc(count > 0 ? count : 1, sizeof(crew_member));
        pthread_mutex_init(&all->lock, NULL);
        pthread_cond_init(&all->news, NULL);
        for (int i = 0; all->members && i < count; i++) {
            all->members[i].all = all;
            all->members[i].number = i + 1;
            if (pthread_create(&all->members[i].thread, NULL, crew_serve, &all->members[i])) break;
            all->count++;
        }
        return all;
    }
    static void crew_free(crew* all) {
        if (!all) return;
        if (all->home == getpid()) {
            all->stop = 1;
            crew_call(all);
            for (int i = 0; i < all->count; i++) pthread_join(all->members[i].thread, NULL);
        }
        free(all->members);
        free(all);
    }
    static void crew_run(crew* all, void (*work)(void*, int), void* what) {
        all->next = 0;
        if (all->home != getpid()) { work(what, 0); return; }
        all->work = work;
        all->what = what;
        __atomic_store_n(&all->busy, all->count, __ATOMIC_RELEASE);
        crew_call(all);
        work(what, 0);
        int tries = 0;
        while (__atomic_load_n(&all->busy, __ATOMIC_ACQUIRE) > 0) {
            if (++tries < CALUMMA_PATIENCE) calumma_pause(); else sched_yield();
        }
    }
    static int crew_take(crew* all, int rows) { return __atomic_fetch_add(&all->next, rows, __ATOMIC_RELAXED); }
    #else
    #include <stdlib.h>
    typedef struct { int next; } crew;
    static crew* crew_new(int count) { return (crew*)calloc(1, sizeof(crew)); }
    static void crew_free(crew* all) { free(all); }
    static void crew_run(crew* all, void (*work)(void*, int), void* what) { all->next = 0; work(what, 0); }
    static int crew_take(crew* all, int rows) { int first = all->next; all->next += rows; return first; }
    #endif
    """
    ctypedef struct crew:
        pass
    crew* crew_new(int count) noexcept nogil
    void crew_free(crew* all) noexcept nogil
    void crew_run(crew* all, void (*work)(void*, int) noexcept nogil, void* what) noexcept nogil
    int crew_take(crew* all, int rows) noexcept nogil
