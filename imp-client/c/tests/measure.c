/*
 * What is measured of a program's communication: rank 0 computes for 20 ms in each round while the others wait for it in MPI.
 *   measure rounds    marks no phases: a round, from probe to probe, is phase 0
 *   measure phases    marks phase 1, in which all compute, and phase 2, as above
 * Each process prints its share of communication by phase.
 */
#include <imp.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 60 };

static void compute(void) {
  nanosleep(&(struct timespec){0, 20000000}, NULL);
}

int main(int argc, char **argv) {
  int status, pending, rank;
  MPI_Init_adapt(&argc, &argv, &status);
  int phases = argc > 1 && !strcmp(argv[1], "phases");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < ROUNDS; round++) {
    MPI_Probe_adapt(&pending, &status, NULL);
    if (phases) {
      compute();
      imp_phase(1);
    }
    if (!rank) compute();
    MPI_Barrier(MPI_COMM_WORLD);
    if (phases) imp_phase(2);
  }
  for (int phase = 0; phase < 3; phase++) {
    long long communication, computation;
    if (!imp_phase_times(phase, &communication, &computation)) continue;
    printf("rank %d, phase %d: %.2f of it in MPI\n", rank, phase, (double)communication / (double)(communication + computation));
  }
  MPI_Finalize();
  return 0;
}
