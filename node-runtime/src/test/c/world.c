// world.c - what a program of MPI sees of its world, a line for each rank: "RANK of SIZE, LOCAL of SHARERS, sum SUM". With a
// word as argument it does something else as well:
//   abort [RANK]    that rank (1) calls MPI_Abort(7), while the others wait for it
//   exit [RANK]     it leaves with code 3 without MPI_Finalize
//   kill [RANK]     it kills itself
//   wait FILE       all ranks wait in a barrier of MPI until the file is there
//   early FILE      odd ranks wait for it before MPI_Init, while the others are in it
//   late FILE       odd ranks wait for it before MPI_Finalize, while the others are in it
//   spawn           asks for another process
//   say             makes an error that MPI explains
// Who waits says before it "rank RANK of SIZE is process PID".
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void say_process(int rank, int size) {
  printf("rank %d of %d is process %d\n", rank, size, (int)getpid());
  fflush(stdout);
}

static void wait_for(const char *file) {
  while (access(file, F_OK) != 0) usleep(10000);
}

static void wait_within(const char *file, int rank) {
  int there = 0;
  while (!there) {
    if (rank == 0) {
      usleep(10000);
      there = access(file, F_OK) == 0;
    }
    MPI_Bcast(&there, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
}

static void wait_early(const char *file) {
  int rank = atoi(getenv("SLURM_PROCID"));
  say_process(rank, atoi(getenv("SLURM_NTASKS")));
  if (rank % 2) wait_for(file);
}

static int spawn(int rank) {
  MPI_Comm other;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int status = MPI_Comm_spawn("/bin/true", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other, MPI_ERRCODES_IGNORE);
  printf("rank %d: spawn %s\n", rank, status == MPI_SUCCESS ? "worked" : "was refused");
  return 0;
}

static void end_badly(const char *how) {
  if (strcmp(how, "abort") == 0) MPI_Abort(MPI_COMM_WORLD, 7);
  if (strcmp(how, "kill") == 0) raise(SIGKILL);
  _exit(3);
}

int main(int count, char **words) {
  const char *what = count > 1 ? words[1] : "";
  int rank, size, local, sharers, sum;
  MPI_Comm node;
  if (strcmp(what, "early") == 0) wait_early(words[2]);
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(what, "wait") == 0 || strcmp(what, "late") == 0) say_process(rank, size);
  if (strcmp(what, "wait") == 0) {
    wait_within(words[2], rank);
  } else if (strcmp(what, "spawn") == 0) {
    spawn(rank);
    MPI_Barrier(MPI_COMM_WORLD);
  } else if (strcmp(what, "say") == 0) {
    MPI_Send(&rank, 1, MPI_INT, size + 5, 0, MPI_COMM_WORLD);
  } else if (strcmp(what, "abort") == 0 || strcmp(what, "exit") == 0 || strcmp(what, "kill") == 0) {
    MPI_Barrier(MPI_COMM_WORLD);  // all are out of MPI_Init
    if (rank == (count > 2 ? atoi(words[2]) : 1)) end_badly(what);
    MPI_Barrier(MPI_COMM_WORLD);  // never ends by itself
  }
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_rank(node, &local);
  MPI_Comm_size(node, &sharers);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  printf("%d of %d, %d of %d, sum %d\n", rank, size, local, sharers, sum);
  fflush(stdout);
  MPI_Comm_free(&node);
  if (strcmp(what, "late") == 0 && rank % 2) wait_for(words[2]);
  MPI_Finalize();
  return 0;
}
