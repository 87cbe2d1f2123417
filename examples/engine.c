/* A whole engine in C: it plays every game by choosing one of the moves that the host says are legal.
 *
 *     cc -O2 -o build/engine examples/engine.c
 *     calumma match bradley engine:build/engine level:2 --matches 2
 *
 * docs/engine-protocol.md has the protocol. Replace `choose` by something better.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *legal; /* the last line "legal ...": what may be played */
static unsigned long long luck = 1;

/* A number below n. */
static unsigned long below(unsigned long n)
{
    luck = luck * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned long)((luck >> 33) % n);
}

/* Take one of the legal moves, each as likely: the n-th replaces those before it in one of n cases. */
static const char *choose(void)
{
    const char *best = NULL;
    unsigned long n = 0;
    for (char *move = strtok(legal + strlen("legal"), " "); move; move = strtok(NULL, " "))
        if (below(++n) == 0)
            best = move;
    if (best)
        printf("info line 1 depth 1 nodes %lu moves %s\n", n, best);
    return best;
}

int main(void)
{
    char *line = NULL, *end;
    size_t size = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* every line must leave at once */
    while (getline(&line, &size, stdin) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strncmp(line, "hello", 5) == 0)
            puts("name Any Move\nauthor Calumma\noption seed number default 1 min 0 max 1000000\nhello 1");
        else if (strncmp(line, "set seed ", 9) == 0)
            luck = strtoull(line + 9, &end, 10);
        else if (strcmp(line, "isready") == 0)
            puts("readyok");
        else if (strncmp(line, "legal", 5) == 0) {
            free(legal);
            legal = strdup(line);
        } else if (strncmp(line, "go", 2) == 0) {
            const char *best = legal ? choose() : NULL;
            best ? printf("bestmove %s\n", best) : puts("error no legal moves were sent");
        } else if (strcmp(line, "quit") == 0)
            break;
    }
    return 0;
}
