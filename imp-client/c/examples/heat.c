/*
 * Heat in a rod that is held at 1 at one end and at 0 at the other, in blocks over the processes of a job that changes its
 * size. The digest of its last temperatures is the rigid run's to the last bit.
 *   heat [--points N] [--steps N] [--step-ms N] [--until FILE]    with --until there is no pause once that file exists
 */
#include "blocks.h"

#include <time.h>
#include <unistd.h>

struct options {
  long points, steps, step_ms;
  const char *until;
};

static struct options read_options(int argc, char **argv) {
  struct options options = {1000, 2000, 0, NULL};
  for (int i = 1; i < argc; i += 2) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--points")) options.points = atol(value);
    else if (!strcmp(argv[i], "--steps")) options.steps = atol(value);
    else if (!strcmp(argv[i], "--step-ms")) options.step_ms = atol(value);
    else if (!strcmp(argv[i], "--until")) options.until = value;
    else {
      fprintf(stderr, "Expected --points, --steps, --step-ms or --until, but got '%s'.\n", argv[i]);
      exit(2);
    }
  }
  if (options.points < 1 || options.steps < 0 || options.step_ms < 0) {
    fprintf(stderr, "Expected numbers above 0 after --points, --steps and --step-ms.\n");
    exit(2);
  }
  return options;
}

static void rest(const struct options *options) {
  static int hurries;
  if (!options->step_ms || hurries) return;
  hurries = options->until && !access(options->until, F_OK);
  if (!hurries) nanosleep(&(struct timespec){options->step_ms / 1000, options->step_ms % 1000 * 1000000}, NULL);
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

int main(int argc, char **argv) {
  struct options options = read_options(argc, argv);
  int status, pending, rank, size;
  long step = 0;
  double *mine = NULL;
  MPI_Init_adapt(&argc, &argv, &status);
  int joins = status == MPI_ADAPT_STATUS_JOINING;
  if (!joins) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = block_alloc((size_t)block_size(options.points, size, rank) * sizeof *mine);
  }
  while (joins || step < options.steps) {
    if (!joins) MPI_Probe_adapt(&pending, &status, NULL); /* all call it as often: who joins begins where the others do */
    if (joins || pending == MPI_ADAPT_TRUE) mine = block_adapt(mine, options.points, 1, joins, &step);
    joins = 0;
    mine = compute(mine, &options);
    step++;
    imp_phase(0);
    rest(&options);
  }
  unsigned long long digest = block_digest(mine, options.points, 1);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (!rank) printf("%ld points, %ld steps, %d processes at the end: digest %016llx\n", options.points, step, size, digest);
  free(mine);
  MPI_Finalize();
  return 0;
}
