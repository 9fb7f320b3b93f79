/*
 * Heat in a rod that is held at 1 at one end and at 0 at the other, in blocks over the processes of a job that changes its
 * size. The digest of its last temperatures is the rigid run's to the last bit.
 *   heat [--points N] [--show 0|1] [--steps N] [--step-ms N] [--until FILE] [--wishes LIST] [--expect DIGEST]    run.h explains the common ones
 */
#include "blocks.h"
#include "run.h"

struct options {
  long points;
  int shows; /* what each adaptation took */
  struct run run;
};

static struct options read_options(int argc, char **argv) {
  struct options options = {.points = 1000, .run = {.steps = 2000}};
  for (int i = 1; i < argc; i += 2) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--points")) options.points = atol(value);
    else if (!strcmp(argv[i], "--show") && (!strcmp(value, "0") || !strcmp(value, "1"))) options.shows = *value == '1';
    else if (!run_option(&options.run, argv[i], value)) {
      fprintf(stderr, "Expected --points, --show, --steps, --step-ms, --until, --wishes or --expect with a value, but got '%s %s'.\n", argv[i], value);
      exit(2);
    }
  }
  if (options.points < 1) {
    fprintf(stderr, "Expected a number above 0 after --points.\n");
    exit(2);
  }
  return options;
}

/* Each point becomes the mean of its neighbours. */
static double *compute(double *mine, const struct options *options) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  long count = block_size(options->points, size, rank);
  int left = rank ? rank - 1 : MPI_PROC_NULL, right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  double before = 1, after = 0;
  MPI_Sendrecv(&mine[count - 1], 1, MPI_DOUBLE, right, 1, &before, 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&mine[0], 1, MPI_DOUBLE, left, 2, &after, 1, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  double *next = block_alloc((size_t)count * sizeof *next);
  for (long i = 0; i < count; i++) next[i] = ((i ? mine[i - 1] : before) + (i < count - 1 ? mine[i + 1] : after)) / 2;
  free(mine);
  return next;
}

/* At rank 0, in the words of the Java example; `turn` is the length of the step before. */
static void show(double turn) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank) return;
  printf("%d -> %d tasks, data moved in %.1f ms, steps took %.1f ms, world wired in %.1f ms\n", block_last.old_size, block_last.new_size,
         block_last.moved * 1e3, turn * 1e3, block_last.wired * 1e3);
  fflush(stdout);
}

int main(int argc, char **argv) {
  struct options options = read_options(argc, argv);
  int status, pending, rank, size;
  long step = 0;
  double *mine = NULL, turn = 0;
  MPI_Init_adapt(&argc, &argv, &status);
  int joins = status == MPI_ADAPT_STATUS_JOINING;
  if (!joins) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = block_alloc((size_t)block_size(options.points, size, rank) * sizeof *mine);
  }
  while (joins || step < options.run.steps) {
    if (!joins) MPI_Probe_adapt(&pending, &status, NULL); /* all call it as often: who joins begins where the others do */
    if (joins || pending == MPI_ADAPT_TRUE) {
      mine = block_adapt(mine, options.points, 1, joins, &step);
      if (options.shows) show(turn);
    }
    joins = 0;
    double began = block_clock();
    mine = compute(mine, &options);
    step++;
    imp_phase(0);
    wishes_look(&options.run.wishes, step);
    run_rest(&options.run);
    turn = block_clock() - began;
  }
  unsigned long long digest = block_digest(mine, options.points, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int code = 0;
  if (!rank) {
    printf("%ld points, %ld steps, %d processes at the end: ", options.points, step, size);
    code = run_answer(digest, options.run.expect);
  }
  free(mine);
  MPI_Finalize();
  return code;
}
