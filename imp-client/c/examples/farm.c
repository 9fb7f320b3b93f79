/*
 * Master and workers: rank 0 hands out tasks in chunks to whoever is free, while the job changes its size between rounds. Each
 * task counts once, whoever did it: the digest is that of the results in the order of the tasks.
 *   farm [--tasks N] [--chunk N] [--round N] [--steps N] [--step-ms N] [--until FILE] [--wishes LIST] [--expect DIGEST]
 * A round has --round tasks; between rounds workers may come and go. A world of one computes itself. run.h has the common ones;
 * --steps bounds the rounds.
 */
#include "blocks.h"
#include "run.h"

enum tag { READY = 1, WORK, RESULT };

struct options {
  long tasks, chunk, round;
  struct run run;
};

static struct options read_options(int argc, char **argv) {
  struct options options = {.tasks = 20000, .chunk = 10, .round = 100, .run = {.steps = 1000000}};
  for (int i = 1; i < argc; i += 2) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--tasks")) options.tasks = atol(value);
    else if (!strcmp(argv[i], "--chunk")) options.chunk = atol(value);
    else if (!strcmp(argv[i], "--round")) options.round = atol(value);
    else if (!run_option(&options.run, argv[i], value)) {
      fprintf(stderr, "Expected --tasks, --chunk, --round, --steps, --step-ms, --until, --wishes or --expect with a value, but got '%s %s'.\n", argv[i], value);
      exit(2);
    }
  }
  if (options.tasks < 1 || options.chunk < 1 || options.round < 1) {
    fprintf(stderr, "Expected numbers above 0 after --tasks, --chunk and --round.\n");
    exit(2);
  }
  return options;
}

/* The length of the Collatz sequence of each task's number: work of unlike size. */
static void work(long first, long count, double *results) {
  for (long task = 0; task < count; task++) {
    long steps = 0;
    for (unsigned long long n = (unsigned long long)(first + task + 1) * 7919 + 1; n != 1; n = n % 2 ? 3 * n + 1 : n / 2) steps++;
    results[task] = (double)steps;
  }
}

/* At rank 0: the tasks from `first` to `end`, each to whoever asks next. */
static void hand_out(long first, long end, long chunk, double *results, int workers) {
  long given[2], next = first;
  int busy = workers;
  MPI_Status from;
  while (busy > 0) {
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &from);
    if (from.MPI_TAG == RESULT) {
      MPI_Recv(given, 2, MPI_LONG, from.MPI_SOURCE, RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(results + given[0], (int)given[1], MPI_DOUBLE, from.MPI_SOURCE, RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      continue;
    }
    MPI_Recv(NULL, 0, MPI_BYTE, from.MPI_SOURCE, READY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    given[0] = next;
    given[1] = end - next < chunk ? end - next : chunk;
    next += given[1];
    busy -= given[1] == 0;
    MPI_Send(given, 2, MPI_LONG, from.MPI_SOURCE, WORK, MPI_COMM_WORLD);
  }
}

/* At the others: until there is nothing left of the round. */
static void take(long chunk) {
  long given[2];
  double *results = block_alloc((size_t)chunk * sizeof *results);
  for (;;) {
    MPI_Send(NULL, 0, MPI_BYTE, 0, READY, MPI_COMM_WORLD);
    MPI_Recv(given, 2, MPI_LONG, 0, WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!given[1]) break;
    work(given[0], given[1], results);
    MPI_Send(given, 2, MPI_LONG, 0, RESULT, MPI_COMM_WORLD);
    MPI_Send(results, (int)given[1], MPI_DOUBLE, 0, RESULT, MPI_COMM_WORLD);
  }
  free(results);
}

/* Who leads has all results; when another one is to lead, it gets them. */
static double *adapt(double *results, long tasks, int joins, long *done, long *step) {
  MPI_Comm inter, next;
  int staying, leaving, joining, rank, place = -1;
  MPI_Comm_adapt_begin(&inter, &next, &staying, &leaving, &joining);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (next != MPI_COMM_NULL) MPI_Comm_rank(next, &place);
  long at[2] = {*done, *step};
  MPI_Bcast(at, 2, MPI_LONG, 0, MPI_COMM_WORLD);
  *done = at[0];
  *step = at[1];
  int leads[2] = {place == 0 && !joins ? rank : 0, 0}; /* of the old world: joining ones come after all of it */
  MPI_Allreduce(&leads[0], &leads[1], 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (leads[1]) {
    if (rank == 0) MPI_Send(results, (int)*done, MPI_DOUBLE, leads[1], RESULT, MPI_COMM_WORLD);
    if (rank == leads[1]) {
      results = block_alloc((size_t)tasks * sizeof *results);
      MPI_Recv(results, (int)*done, MPI_DOUBLE, 0, RESULT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Comm_free(&inter);
  if (next != MPI_COMM_NULL) MPI_Comm_free(&next);
  MPI_Comm_adapt_commit();
  return results;
}

int main(int argc, char **argv) {
  struct options options = read_options(argc, argv);
  int status, pending = MPI_ADAPT_FALSE, rank, size, code = 0;
  long done = 0, step = 0;
  double *results = NULL; /* at rank 0 */
  MPI_Init_adapt(&argc, &argv, &status);
  int joins = status == MPI_ADAPT_STATUS_JOINING;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!joins && !rank) results = block_alloc((size_t)options.tasks * sizeof *results);
  while (joins || (done < options.tasks && step < options.run.steps)) {
    if (!joins) MPI_Probe_adapt(&pending, &status, NULL);
    if (joins || pending == MPI_ADAPT_TRUE) results = adapt(results, options.tasks, joins, &done, &step);
    joins = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    long end = options.tasks - done < options.round ? options.tasks : done + options.round;
    if (size == 1) work(done, end - done, results + done);
    else if (rank) take(options.chunk);
    else hand_out(done, end, options.chunk, results, size - 1);
    done = end;
    step++;
    wishes_look(&options.run.wishes, step);
    run_rest(&options.run);
  }
  if (!rank) {
    printf("%ld tasks in %ld rounds, %d processes at the end: ", done, step, size);
    code = run_answer(block_bits(results, done), options.run.expect);
  }
  free(results);
  MPI_Finalize();
  return code;
}
