/*
 * For drills and tests of resizing: waits at the steps of an adaptation, answers offers and asks for other sizes as the files of
 * a folder say, until one says that it is to end. The counterpart of the Java example Rehearsal; the files are the same:
 *   hold-PLACE   whoever comes to that place waits while it is there: offer, ready, probe, window, leave, after
 *   request      a wish, as in "grow 2"; taken away as it is asked
 *   finish       the end
 *   log          what came to pass: task, node, process, a word, and more
 *   rehearsal --prompts DIR [--steps N] [--step-ms N]
 * It computes a ring of coupled logistic maps: one wrong bit would show in every digit. The answer is held to that of one process.
 */
#include "blocks.h"
#include "run.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>

#define CELLS 240

static const char *folder;
static int leaves;

static const char *path(const char *name) {
  static _Thread_local char text[PATH_MAX];
  snprintf(text, sizeof text, "%s/%s", folder, name);
  return text;
}

static int is_there(const char *name) {
  return !access(path(name), F_OK);
}

static const char *variable(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value ? value : otherwise;
}

/* A line of the log in one write, as others write there, too. */
__attribute__((format(printf, 1, 2))) static void mark(const char *format, ...) {
  char line[512];
  int length = snprintf(line, sizeof line, "%s %s %d ", variable("PLIANT_ADAPT_TASK", "alone"), variable("SLURMD_NODENAME", "-"), (int)getpid());
  va_list values;
  va_start(values, format);
  length += vsnprintf(line + length, sizeof line - (size_t)length, format, values);
  va_end(values);
  if (length > (int)sizeof line - 2) length = (int)sizeof line - 2;
  line[length++] = '\n';
  int log = open(path("log"), O_WRONLY | O_CREAT | O_APPEND, 0644);
  if (log < 0 || write(log, line, (size_t)length) != length) perror("Expected to write the log, but");
  if (log >= 0) close(log);
}

static void hold(const char *place) {
  char file[64];
  snprintf(file, sizeof file, "hold-%s", place);
  if (!is_there(file)) return;
  mark("holds %s", place);
  while (is_there(file)) nanosleep(&(struct timespec){0, 5000000}, NULL);
}

/* Beside the computation; says what was said at submission. */
static void answer(const struct imp_offer *offer, struct imp_answer *said, void *data) {
  (void)data;
  (void)said;
  mark("offer %ld %s %d", offer->adaptation, offer->kind == IMP_EXPAND ? "EXPAND" : "SHRINK", offer->nodes);
  hold("offer");
  mark("answered %ld DEFAULT", offer->adaptation);
}

static void look_for_request(void) {
  char text[64] = "", word[16];
  int nodes;
  FILE *file = fopen(path("request"), "r");
  if (!file) return;
  if (!fgets(text, sizeof text, file)) text[0] = 0;
  fclose(file);
  unlink(path("request"));
  if (sscanf(text, "%15s %d", word, &nodes) != 2) {
    fprintf(stderr, "Expected a request such as 'grow 2', but got '%s'.\n", text);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  if (strcmp(word, "grow")) imp_release(nodes);
  else imp_grow(nodes);
  mark("asked %s %d", word, nodes);
}

static double map(double x) {
  return 3.9 * x * (1 - x);
}

/* The cells of a range after one more step. */
static void next(const double *ring, long from, long count, double *part) {
  for (long i = from; i < from + count; i++) {
    double left = map(ring[(i + CELLS - 1) % CELLS]), right = map(ring[(i + 1) % CELLS]);
    part[i - from] = 0.9 * map(ring[i]) + 0.05 * (left + right);
  }
}

static void start(double *ring) {
  for (int i = 0; i < CELLS; i++) ring[i] = (i + 1.0) / (CELLS + 1);
}

/* One step; true when it was the last one. */
static int advance(double *ring) {
  int rank, size, finish = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (!rank) {
    look_for_request();
    finish = is_there("finish");
  }
  if (size > CELLS) {
    fprintf(stderr, "Expected at most %d processes, but there are %d.\n", CELLS, size);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int counts[CELLS], at[CELLS];
  for (int i = 0; i < size; i++) {
    counts[i] = (int)block_size(CELLS, size, i);
    at[i] = (int)block_start(CELLS, size, i);
  }
  double part[CELLS];
  next(ring, at[rank], counts[rank], part);
  MPI_Allgatherv(part, counts[rank], MPI_DOUBLE, ring, counts, at, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Bcast(&finish, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return finish;
}

static void adapt(double *ring, long *step) {
  MPI_Comm inter, newcomm;
  int staying, leaving, joining;
  MPI_Comm_adapt_begin(&inter, &newcomm, &staying, &leaving, &joining);
  mark("window %d %d %d", staying, leaving, joining);
  hold("window");
  MPI_Bcast(step, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  MPI_Bcast(ring, CELLS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Comm_free(&inter);
  if (newcomm != MPI_COMM_NULL) MPI_Comm_free(&newcomm);
  MPI_Comm_adapt_commit();
  mark("outcome COMMITTED");
  hold("after");
}

/* Who leaves ends within commit. */
static void leave(void) {
  if (!leaves) return;
  hold("leave");
  mark("leaves");
}

/* At rank 0: the answer of one process. */
static int check(const double *ring, long steps) {
  double alone[CELLS], once[CELLS];
  start(alone);
  for (long i = 0; i < steps; i++) {
    next(alone, 0, CELLS, once);
    memcpy(alone, once, sizeof alone);
  }
  char expected[17];
  snprintf(expected, sizeof expected, "%016llx", block_bits(alone, CELLS));
  printf("%ld steps of %d cells, ", steps, CELLS);
  return run_answer(block_bits(ring, CELLS), expected);
}

static struct run read_options(int argc, char **argv) {
  struct run run = {.steps = 1000000};
  for (int i = 1; i < argc; i += 2) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--prompts")) folder = value;
    else if ((strcmp(argv[i], "--steps") && strcmp(argv[i], "--step-ms")) || !run_option(&run, argv[i], value)) {
      fprintf(stderr, "Expected --prompts, --steps or --step-ms with a value, but got '%s %s'.\n", argv[i], value);
      exit(2);
    }
  }
  if (!folder || !*folder) {
    fprintf(stderr, "Expected --prompts DIR, but it is not given.\n");
    exit(2);
  }
  return run;
}

int main(int argc, char **argv) {
  struct run run = read_options(argc, argv);
  int status, pending = MPI_ADAPT_FALSE, rank, finished = 0, code = 0;
  long step = 0;
  double ring[CELLS];
  atexit(leave);
  imp_on_offer(answer, NULL);
  int early = is_there("hold-ready"); /* it is there while others wait for tasks that come, which are ready once MPI is up */
  if (early) {
    mark("joining");
    hold("ready");
  }
  MPI_Init_adapt(&argc, &argv, &status);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int joins = status == MPI_ADAPT_STATUS_JOINING;
  if (!joins) mark("initial %d", rank);
  else if (!early) mark("joining");
  start(ring);
  while (joins || (!finished && step < run.steps)) {
    if (!joins) {
      if (imp_pending()) hold("probe");
      MPI_Probe_adapt(&pending, &status, NULL);
      leaves = pending == MPI_ADAPT_TRUE && status == MPI_ADAPT_STATUS_LEAVING;
    }
    if (joins || pending == MPI_ADAPT_TRUE) {
      adapt(ring, &step);
      joins = 0;
      continue;
    }
    finished = advance(ring);
    step++;
    run_rest(&run);
  }
  mark("ends %ld", step);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!rank) code = check(ring, step);
  MPI_Finalize();
  return code;
}
