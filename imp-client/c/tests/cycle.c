/*
 * What an adaptation leaves behind at a process that stays: descriptors, threads, and the rules of begin's communicators.
 *   cycle N     ends after N adaptations, with 1 when something is wrong
 */
#include <imp.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int entries(const char *folder) {
  int count = 0;
  DIR *open = opendir(folder);
  while (open && readdir(open)) count++;
  if (open) closedir(open);
  return count;
}

static int wrong(const char *what, int expected, int got) {
  if (expected != got) printf("Expected %d %s, but got %d.\n", expected, what, got);
  return expected != got;
}

/* Sizes and ranks of what begin gives, and a word across the two halves. */
static int check_comms(MPI_Comm inter, MPI_Comm next, int staying, int leaving, int joining) {
  int world, rank, bad = 0, size, remote, test, sum = 0, one = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &world);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  bad += wrong("processes in the world", staying + leaving + joining, world);
  MPI_Comm_test_inter(inter, &test);
  bad += wrong("for an intercommunicator", 1, test);
  MPI_Comm_size(inter, &size);
  MPI_Comm_remote_size(inter, &remote);
  bad += wrong("processes in both halves", world, size + remote);
  bad += wrong("processes in one half", 1, size == staying || remote == staying);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, inter);
  bad += wrong("contributions of the other half", remote, sum);
  if (next != MPI_COMM_NULL) {
    MPI_Comm_size(next, &size);
    bad += wrong("processes in the new communicator", staying + joining, size);
  }
  return bad;
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 2, status, pending, provided, bad = 0, descriptors = 0, threads = 0;
  MPI_Init_thread_adapt(&argc, &argv, MPI_THREAD_MULTIPLE, &provided, &status);
  int joins = status == MPI_ADAPT_STATUS_JOINING, round = 0;
  while (round < rounds) {
    if (!joins) MPI_Probe_adapt(&pending, &status, NULL);
    if (joins || pending == MPI_ADAPT_TRUE) {
      MPI_Comm inter, next;
      int staying, leaving, joining, before, after, expected;
      MPI_Comm_adapt_begin(&inter, &next, &staying, &leaving, &joining);
      bad += check_comms(inter, next, staying, leaving, joining);
      MPI_Comm_size(MPI_COMM_WORLD, &before);
      MPI_Bcast(&round, 1, MPI_INT, 0, MPI_COMM_WORLD);
      MPI_Comm_adapt_commit();
      MPI_Comm_size(MPI_COMM_WORLD, &after);
      expected = before - leaving;
      bad += wrong("processes after the commit", expected, after);
      joins = 0;
      round++;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    nanosleep(&(struct timespec){0, 5000000}, NULL);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!rank && size == 1 && !descriptors) {
      descriptors = entries("/proc/self/fd");
      threads = entries("/proc/self/task");
    }
  }
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (!rank && size == 1) {
    bad += wrong("open descriptors as at the beginning", descriptors, entries("/proc/self/fd"));
    bad += wrong("threads as at the beginning", threads, entries("/proc/self/task"));
    printf("%d rounds, %d wrong, thread level %d\n", round, bad, provided);
  }
  MPI_Finalize();
  return bad != 0;
}
