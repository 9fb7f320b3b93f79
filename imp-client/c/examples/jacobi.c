/*
 * A plate with hot and cold edges: Jacobi iteration, rows in blocks over the processes of a job that changes its size. It stops
 * when no point changes by more than --epsilon, or after --steps. The digest is the rigid run's to the last bit.
 *   jacobi [--rows N] [--epsilon X] [--steps N] [--step-ms N] [--until FILE] [--wishes LIST] [--expect DIGEST]    as in run.h
 */
#include "blocks.h"
#include "run.h"

#include <math.h>

struct options {
  long rows;
  double epsilon;
  struct run run;
};

static struct options read_options(int argc, char **argv) {
  struct options options = {.rows = 60, .run = {.steps = 2000}};
  for (int i = 1; i < argc; i += 2) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--rows")) options.rows = atol(value);
    else if (!strcmp(argv[i], "--epsilon")) options.epsilon = atof(value);
    else if (!run_option(&options.run, argv[i], value)) {
      fprintf(stderr, "Expected --rows, --epsilon, --steps, --step-ms, --until, --wishes or --expect with a value, but got '%s %s'.\n", argv[i], value);
      exit(2);
    }
  }
  if (options.rows < 1 || options.epsilon < 0) {
    fprintf(stderr, "Expected a number above 0 after --rows, and of at least 0 after --epsilon.\n");
    exit(2);
  }
  return options;
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
  while (joins || (step < options.run.steps && change > options.epsilon)) {
    if (!joins) MPI_Probe_adapt(&pending, &status, NULL);
    if (joins || pending == MPI_ADAPT_TRUE) mine = block_adapt(mine, options.rows, (int)options.rows, joins, &step);
    joins = 0;
    change = compute(&mine, &options);
    step++;
    imp_phase(0);
    wishes_look(&options.run.wishes, step);
    run_rest(&options.run);
  }
  unsigned long long digest = block_digest(mine, options.rows, (int)options.rows);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int code = 0;
  if (!rank) {
    printf("%ld rows, %ld steps, change %a, %d processes at the end: ", options.rows, step, change, size);
    code = run_answer(digest, options.run.expect);
  }
  free(mine);
  MPI_Finalize();
  return code;
}
