/*
 * One-way latency and bandwidth between two ranks, in the manner of the OSU benchmarks: a message goes there and back.
 *   latency [BYTES...]     default 1 8 64 1024 65536 1048576
 * Rank 0 prints a line for each size: bytes, microseconds one way (the best of 15 rounds), megabytes a second.
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 15 };

static double one_way(int rank, char *buffer, int bytes) {
  int times = bytes < 4096 ? 20000 : bytes < 262144 ? 1000 : 100;
  double best = 0;
  for (int round = 0; round < ROUNDS; round++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double began = MPI_Wtime();
    for (int i = 0; i < times; i++) {
      if (!rank) MPI_Send(buffer, bytes, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
      MPI_Recv(buffer, bytes, MPI_CHAR, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (rank) MPI_Send(buffer, bytes, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    }
    double seconds = (MPI_Wtime() - began) / times / 2;
    if (!round || seconds < best) best = seconds;
  }
  return best;
}

int main(int argc, char **argv) {
  static const char *usual[] = {"1", "8", "64", "1024", "65536", "1048576"};
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) {
    if (!rank) fprintf(stderr, "Expected 2 ranks, but there are %d.\n", size);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  int count = argc > 1 ? argc - 1 : 6;
  const char *const *sizes = argc > 1 ? (const char *const *)argv + 1 : usual;
  for (int i = 0; i < count; i++) {
    int bytes = atoi(sizes[i]);
    char *buffer = calloc((size_t)bytes + 1, 1);
    double seconds = one_way(rank, buffer, bytes);
    free(buffer);
    if (!rank) printf("%d %.3f %.1f\n", bytes, seconds * 1e6, bytes / seconds / 1e6);
  }
  MPI_Finalize();
  return 0;
}
