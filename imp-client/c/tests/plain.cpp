// The headers in C++, and a rigid program's plain MPI_Init.
#include <imp.h>

#include <cstdio>

int main(int argc, char **argv) {
  int size, rank, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (!rank) std::printf("%d processes, ranks sum up to %d\n", size, sum);
  MPI_Finalize();
  return 0;
}
