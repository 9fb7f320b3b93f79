/*
 * A plate with hot and cold edges: Jacobi iteration, rows in blocks over the processes of a job that changes its size. It stops
 * when no point changes by more than --epsilon, or after --steps. The digest is the rigid run's to the last bit.
 *   jacobi [--rows N] [--steps N] [--epsilon X] [--step-ms N] [--until FILE]
 */
#include "blocks.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

struct options {
  long rows, steps, step_ms;
  double epsilon;
  const char *until;
};

static struct options read_options(int argc, char **argv) {
  struct options options = {60, 2000, 0, 0, NULL};
  for (int i = 1; i < argc; i += 2) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--rows")) options.rows = atol(value);
    else if (!strcmp(argv[i], "--steps")) options.steps = atol(value);
    else if (!strcmp(argv[i], "--epsilon")) options.epsilon = atof(value);
    else if (!strcmp(argv[i], "--step-ms")) options.step_ms = atol(value);
    else if (!strcmp(argv[i], "--until")) options.until = value;
    else {
      fprintf(stderr, "Expected --rows, --steps, --epsilon, --step-ms or --until, but got '%s'.\n", argv[i]);
      exit(2);
    }
  }
  if (options.rows < 1 || options.steps < 0 || options.step_ms < 0 || options.epsilon < 0) {
    fprintf(stderr, "Expected numbers of at least 0 after the options, and of at least 1 after --rows.\n");
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

/* Rows of this process become means of their neighbours; says the largest change of all processes. */
static double compute(double **mine, const struct options *options) {
  int rank, size, width = (int)options->rows;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  long count = block_size(options->rows, size, rank);
  /* a process may have no row when there are more of them: then its neighbours are further off */
  int above = rank - 1, below = rank + 1;
  while (above >= 0 && !block_size(options->rows, size, above)) above--;
  while (below < size && !block_size(options->rows, size, below)) below++;
  size_t row = (size_t)width * sizeof(double);
  double *halo = block_alloc(2 * row), *next = block_alloc((size_t)count * row), change = 0;
  for (int i = 0; i < width; i++) halo[i] = 1; /* the hot edge above, the cold one below */
  if (count) {
    MPI_Request requests[4];
    MPI_Status statuses[4];
    MPI_Irecv(halo, width, MPI_DOUBLE, above >= 0 ? above : MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(halo + width, width, MPI_DOUBLE, below < size ? below : MPI_PROC_NULL, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(*mine + (count - 1) * width, width, MPI_DOUBLE, below < size ? below : MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[2]);
    MPI_Isend(*mine, width, MPI_DOUBLE, above >= 0 ? above : MPI_PROC_NULL, 2, MPI_COMM_WORLD, &requests[3]);
    MPI_Waitall(4, requests, statuses);
  }
  for (long y = 0; y < count; y++) {
    const double *here = *mine + y * width, *up = y ? here - width : halo, *down = y < count - 1 ? here + width : halo + width;
    for (int x = 0; x < width; x++) {
      double left = x ? here[x - 1] : 0.5, right = x < width - 1 ? here[x + 1] : 0.25;
      double value = ((up[x] + down[x]) + (left + right)) / 4;
      change = fmax(change, fabs(value - here[x]));
      next[y * width + x] = value;
    }
  }
  free(halo);
  free(*mine);
  *mine = next;
  MPI_Allreduce(MPI_IN_PLACE, &change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return change;
}

int main(int argc, char **argv) {
  struct options options = read_options(argc, argv);
  int status, pending, rank, size;
  long step = 0;
  double *mine = NULL, change = INFINITY;
  MPI_Init_adapt(&argc, &argv, &status);
  int joins = status == MPI_ADAPT_STATUS_JOINING;
  if (!joins) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = block_alloc((size_t)(block_size(options.rows, size, rank) * options.rows) * sizeof *mine);
  }
  while (joins || (step < options.steps && change > options.epsilon)) {
    if (!joins) MPI_Probe_adapt(&pending, &status, NULL);
    if (joins || pending == MPI_ADAPT_TRUE) mine = block_adapt(mine, options.rows, (int)options.rows, joins, &step);
    joins = 0;
    change = compute(&mine, &options);
    step++;
    imp_phase(0);
    rest(&options);
  }
  unsigned long long digest = block_digest(mine, options.rows, (int)options.rows);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (!rank) printf("%ld rows, %ld steps, change %a, %d processes at the end: digest %016llx\n", options.rows, step, change, size, digest);
  free(mine);
  MPI_Finalize();
  return 0;
}
