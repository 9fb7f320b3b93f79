/*
 * What each example may be told:
 *   --steps N            steps at most
 *   --step-ms N          a pause after each
 *   --until FILE         no pause once that file exists
 *   --wishes LIST        sizes to ask for at steps, as in 40:grow:2,90:release:1
 *   --expect DIGEST      what the answer must be
 */
#ifndef RUN_H
#define RUN_H

#include <imp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct wishes {
  const char *left; /* as in 40:grow:2,90:release:1; NULL for none */
  int asked;        /* number of the last request, 0 before the first */
};

struct run {
  long steps, step_ms;
  const char *until, *expect;
  struct wishes wishes;
};

/* Takes an option; 0 when it is none of these, or its value is not. */
static inline int run_option(struct run *run, const char *name, const char *value) {
  char *end = NULL;
  if (!strcmp(name, "--steps")) run->steps = strtol(value, &end, 10);
  else if (!strcmp(name, "--step-ms")) run->step_ms = strtol(value, &end, 10);
  else if (!strcmp(name, "--until")) run->until = value;
  else if (!strcmp(name, "--wishes")) run->wishes.left = value;
  else if (!strcmp(name, "--expect")) run->expect = value;
  else return 0;
  return *value && (!end || !*end) && run->steps >= 0 && run->step_ms >= 0;
}

static inline void run_rest(const struct run *run) {
  static int hurries;
  if (!run->step_ms || hurries) return;
  hurries = run->until && !access(run->until, F_OK);
  if (!hurries) nanosleep(&(struct timespec){run->step_ms / 1000, run->step_ms % 1000 * 1000000}, NULL);
}

/* True while the last wish is not answered, or its adaptation is not over. */
static inline int wishes_wait(const struct wishes *wishes) {
  long adaptation = 0;
  if (wishes->asked < 1) return 0;
  enum imp_request_state state = imp_request(wishes->asked, &adaptation, NULL);
  return state == IMP_ASKED || (state == IMP_GRANTED && imp_outcome_of(adaptation) == IMP_PENDING);
}

/* After a step: rank 0 asks for the next size when it is time. One wish after the other; one that is denied is dropped. */
static inline void wishes_look(struct wishes *wishes, long step) {
  long at;
  int nodes, length, rank;
  char word[8];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank || !wishes->left || !*wishes->left || wishes_wait(wishes)) return;
  if (sscanf(wishes->left, "%9ld:%7[a-z]:%4d%n", &at, word, &nodes, &length) != 3 || nodes < 1 || (strcmp(word, "grow") && strcmp(word, "release"))) {
    fprintf(stderr, "Expected wishes such as 40:grow:2,90:release:1, but got '%s'.\n", wishes->left);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  if (step < at) return;
  wishes->left += length;
  wishes->left += *wishes->left == ',';
  wishes->asked = *word == 'g' ? imp_grow(nodes) : imp_release(nodes);
}

/* Ends rank 0's line with the digest of the answer, and whether it is the one that it must be; the exit code. */
static inline int run_answer(unsigned long long digest, const char *expected) {
  char text[17];
  snprintf(text, sizeof text, "%016llx", digest);
  if (expected && strcmp(text, expected)) {
    printf("digest %s\n", text);
    fprintf(stderr, "Expected the digest %s, but the answer has %s.\n", expected, text);
    return 1;
  }
  printf("digest %s%s\n", text, expected ? ", right" : "");
  return 0;
}

#endif
