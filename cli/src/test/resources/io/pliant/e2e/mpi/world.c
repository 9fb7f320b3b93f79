/* A program that shows its world, and ends as it is told: world [WORD [RANK]].
 *   abort RANK    that rank calls MPI_Abort with code 3       kill RANK   it kills itself
 *   exit RANK     it exits with code 5 without MPI_Finalize   wait        all wait for a file "go"
 */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, here, sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int mine = rank + 1;
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Comm node;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &here);
  printf("rank %d of %d, sum %d, %d here\n", rank, size, sum, here);
  fflush(stdout);
  const char *word = argc > 1 ? argv[1] : "";
  int chosen = argc > 2 && rank == atoi(argv[2]);
  if (chosen && !strcmp(word, "abort")) MPI_Abort(MPI_COMM_WORLD, 3);
  if (chosen && !strcmp(word, "kill")) raise(SIGKILL);
  if (chosen && !strcmp(word, "exit")) _exit(5);
  while (!strcmp(word, "wait") && access("go", F_OK) != 0) usleep(20000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&node);
  MPI_Finalize();
  return 0;
}
