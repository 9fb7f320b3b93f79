/* The four calls, and MPI's own beginning and end. */
#include "imp.h"

#include "sampling.h"
#include "session.h"
#include "window.h"
#include "world.h"
#include "wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
  bool malleable; /* there is an agent */
  bool verbose;
  bool begun;      /* between begin and commit */
  bool came;       /* a joining process that has not begun */
  bool seen;       /* a probe has said so, or a joining process need not ask */
  struct imp_window window;
  struct imp_scene scene;
  double started; /* of the adaptation */
} state;

/* MPI cannot go on without a process: its calls would wait for ever. */
static void lost(const char *task, const char *reason) {
  imp_die("Expected all processes of the world to live, but task %s is gone: %s. The program cannot go on without it.", task, reason);
}

static void tell(const char *what) {
  if (!state.verbose || imp_job_rank() != 0) return;
  fprintf(stderr, "libimp: adaptation %ld, %d to %d processes: %s after %.1f ms\n", state.scene.adaptation, state.window.old_size, state.window.new_size, what,
          (imp_now() - state.started) * 1e3);
}

static void join_alone(void) {
  struct imp_member self = {imp_the.task, (char *)"here", imp_the.host, imp_the.fabric.port};
  struct imp_group alone = {&self, 1};
  imp_world_up(&alone, 0);
  imp_ready();
  state.came = state.seen = true;
}

static void start(int *argc, char ***argv, int required) {
  imp_world_arguments(argc, argv, required);
  state.malleable = getenv("PLIANT_ADAPT_SOCKET") != NULL;
  state.verbose = getenv("IMP_VERBOSE") != NULL;
  if (!state.malleable) {
    imp_world_up_rigid();
    return;
  }
  imp_the.on_loss = lost;
  imp_sampling_start();
  if (imp_open()) imp_die("%s", imp_error());
  if (imp_task_status() == IMP_JOINING) {
    join_alone();
    return;
  }
  struct imp_group first = {0};
  pthread_mutex_lock(&imp_the.lock);
  imp_group_copy(&first, &imp_the.membership.world);
  pthread_mutex_unlock(&imp_the.lock);
  imp_world_up(&first, 0);
  imp_group_free(&first);
}

static void stop(void) {
  if (state.begun || state.came) imp_die("Expected MPI_Comm_adapt_commit before MPI_Finalize, but the adaptation is still on its way.");
  imp_world_down(true);
  if (state.malleable) imp_close();
  imp_sampling_stop();
}

PUBLIC int MPI_Init_thread_adapt(int *argc, char ***argv, int required, int *provided, int *status) {
  start(argc, argv, required);
  if (provided) *provided = imp_world_provided();
  *status = state.malleable ? (int)imp_task_status() : MPI_ADAPT_STATUS_NEW;
  return MPI_SUCCESS;
}

PUBLIC int MPI_Init_adapt(int *argc, char ***argv, int *status) {
  return MPI_Init_thread_adapt(argc, argv, MPI_THREAD_SINGLE, NULL, status);
}

/* A program without the four calls runs as it was started. */
PUBLIC int PMPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  int status;
  MPI_Init_thread_adapt(argc, argv, required, provided, &status);
  if (status == MPI_ADAPT_STATUS_JOINING) imp_die("Expected MPI_Init_adapt in a program that a job's new nodes start, but it calls MPI_Init.");
  return MPI_SUCCESS;
}

PUBLIC int MPI_Init_thread(int *argc, char ***argv, int required, int *provided) {
  return PMPI_Init_thread(argc, argv, required, provided);
}

PUBLIC int PMPI_Init(int *argc, char ***argv) {
  int provided;
  return PMPI_Init_thread(argc, argv, MPI_THREAD_SINGLE, &provided);
}

PUBLIC int MPI_Init(int *argc, char ***argv) {
  return PMPI_Init(argc, argv);
}

PUBLIC int PMPI_Finalize(void) {
  stop();
  return MPI_SUCCESS;
}

PUBLIC int MPI_Finalize(void) {
  return PMPI_Finalize();
}

static void pending(int *flag, int *status, MPI_Info *info, int is, int what) {
  *flag = is;
  if (status) *status = what;
  if (info) *info = MPI_INFO_NULL;
}

/* A process that came for an adaptation that came to nothing. */
static _Noreturn void go_home(void) {
  imp_world_down(true);
  imp_close();
  exit(0);
}

/* In the window, with all others; false when the adaptation was taken back before. */
static bool enter(void) {
  state.started = imp_now();
  if (imp_begin(&state.window)) imp_die("%s", imp_error());
  if (!state.window.open) return false;
  if (state.window.kind == IMP_LOSS) imp_die("Expected all processes of the world to live, but some are gone.");
  imp_scene_take(&state.scene);
  state.started = imp_now();
  return true;
}

PUBLIC int MPI_Probe_adapt(int *flag, int *status, MPI_Info *info) {
  if (!state.malleable) {
    pending(flag, status, info, MPI_ADAPT_FALSE, MPI_ADAPT_STATUS_NEW);
  } else if (state.seen) {
    pending(flag, status, info, MPI_ADAPT_TRUE, (int)imp_task_status());
  } else {
    bool here;
    pthread_mutex_lock(&imp_the.lock);
    imp_phases_round(&imp_the);
    pthread_mutex_unlock(&imp_the.lock);
    if (imp_probe(&here)) imp_die("%s", imp_error());
    state.seen = here && enter();
    pending(flag, status, info, state.seen ? MPI_ADAPT_TRUE : MPI_ADAPT_FALSE, (int)imp_task_status());
  }
  return MPI_SUCCESS;
}

static void expand(MPI_Comm *inter, MPI_Comm *newcomm) {
  const struct imp_scene *scene = &state.scene;
  imp_count_check("MPI_Comm_adapt_begin");
  MPI_Barrier(MPI_COMM_WORLD); /* nothing is on its way any more */
  imp_world_down(false);
  tell("the old world is down");
  imp_world_up(&scene->all, (int)(2 * scene->adaptation + 1));
  tell("the new world is up");
  bool old = state.window.rank < scene->old;
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, old ? 0 : 1, state.window.rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, old ? scene->old : 0, 1, inter);
  MPI_Comm_free(&half);
  MPI_Comm_dup(MPI_COMM_WORLD, newcomm);
}

static void shrink(MPI_Comm *inter, MPI_Comm *newcomm) {
  const struct imp_scene *scene = &state.scene;
  bool leaves = imp_group_rank(&scene->next, imp_the.task) < 0;
  int other = -1; /* the first of the other half */
  for (int rank = 0; rank < scene->all.size && other < 0; rank++) {
    bool left = imp_group_rank(&scene->next, scene->all.members[rank].task) < 0;
    if (left != leaves) other = rank;
  }
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, leaves ? 1 : 0, state.window.rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, other, 1, inter);
  if (!leaves) {
    *newcomm = half;
    return;
  }
  MPI_Comm_free(&half);
  *newcomm = MPI_COMM_NULL;
}

PUBLIC int MPI_Comm_adapt_begin(MPI_Comm *inter, MPI_Comm *newcomm, int *staying, int *leaving, int *joining) {
  if (!state.seen) imp_die("Expected MPI_Probe_adapt to say that an adaptation waits before MPI_Comm_adapt_begin, but it did not.");
  if (state.begun) imp_die("Expected MPI_Comm_adapt_commit before another MPI_Comm_adapt_begin, but it was not called.");
  if (state.came && !enter()) go_home();
  state.begun = true;
  *inter = *newcomm = MPI_COMM_NULL;
  int stay = 0;
  for (int rank = 0; rank < state.scene.old; rank++) stay += imp_group_rank(&state.scene.next, state.scene.all.members[rank].task) >= 0;
  *staying = stay;
  *leaving = state.scene.old - stay;
  *joining = state.scene.all.size - state.scene.old;
  if (state.window.kind == IMP_EXPAND) expand(inter, newcomm);
  else shrink(inter, newcomm);
  tell("begun");
  return MPI_SUCCESS;
}

static void commit(void) {
  enum imp_outcome outcome;
  if (imp_commit(&outcome)) imp_die("%s", imp_error());
  if (outcome != IMP_COMMITTED) imp_die("Expected adaptation %ld to be committed, but it was given up: the former world is gone.", state.scene.adaptation);
}

PUBLIC int MPI_Comm_adapt_commit(void) {
  if (!state.begun) imp_die("Expected MPI_Comm_adapt_begin before MPI_Comm_adapt_commit, but it was not called.");
  bool shrinks = state.window.kind == IMP_SHRINK;
  if (shrinks) {
    imp_count_check("MPI_Comm_adapt_commit");
    tell("the data are moved");
    MPI_Barrier(MPI_COMM_WORLD);
    imp_world_down(false);
    tell("the old world is down");
  }
  commit();
  if (shrinks && imp_task_status() == IMP_LEAVING) {
    imp_close();
    exit(0);
  }
  if (shrinks) imp_world_up(&state.scene.next, (int)(2 * state.scene.adaptation));
  tell("committed");
  imp_scene_free(&state.scene);
  state.begun = state.came = state.seen = false;
  return MPI_SUCCESS;
}
