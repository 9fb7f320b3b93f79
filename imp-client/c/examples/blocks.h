/* Rows in blocks over the processes of a world, and how they move when the job changes its size. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <imp.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds; MPI's clock is gone while there is no MPI. */
static inline double block_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static inline long block_start(long rows, int parts, int part) {
  return rows * part / parts;
}

static inline long block_size(long rows, int parts, int part) {
  return block_start(rows, parts, part + 1) - block_start(rows, parts, part);
}

static inline void *block_alloc(size_t size) {
  void *memory = calloc(size ? size : 1, 1);
  if (!memory) {
    fprintf(stderr, "Expected %zu bytes of memory, but there are none left.\n", size);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

/* How many rows of two blocks are the same; `first` is the first of them. */
static inline long block_overlap(long rows, int parts_a, int a, int parts_b, int b, long *first) {
  if (a < 0 || b < 0) return 0;
  long start = block_start(rows, parts_a, a), other = block_start(rows, parts_b, b);
  long end = block_start(rows, parts_a, a + 1), other_end = block_start(rows, parts_b, b + 1);
  *first = start > other ? start : other;
  long last = end < other_end ? end : other_end;
  return last > *first ? last - *first : 0;
}

/*
 * Between begin and commit: moves the rows of `width` numbers from those who had them to those who will. The places of this
 * process are its block among `old_parts`, and among `new_parts`, or -1.
 */
static inline double *block_move(double *mine, long rows, int width, int old_parts, int old_place, int new_parts, int new_place) {
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int place[2] = {old_place, new_place};
  int *places = block_alloc((size_t)size * sizeof place), *table = block_alloc((size_t)size * 4 * sizeof *table);
  MPI_Allgather(place, 2, MPI_INT, places, 2, MPI_INT, MPI_COMM_WORLD);
  int *send = table, *send_at = table + size, *take = table + 2 * size, *take_at = table + 3 * size;
  for (int rank = 0; rank < size; rank++) {
    long first = 0;
    send[rank] = (int)(block_overlap(rows, old_parts, old_place, new_parts, places[2 * rank + 1], &first) * width);
    send_at[rank] = send[rank] ? (int)((first - block_start(rows, old_parts, old_place)) * width) : 0;
    take[rank] = (int)(block_overlap(rows, new_parts, new_place, old_parts, places[2 * rank], &first) * width);
    take_at[rank] = take[rank] ? (int)((first - block_start(rows, new_parts, new_place)) * width) : 0;
  }
  long wanted = new_place < 0 ? 0 : block_size(rows, new_parts, new_place) * width;
  double *next = block_alloc((size_t)wanted * sizeof *next);
  MPI_Alltoallv(mine, send, send_at, MPI_DOUBLE, next, take, take_at, MPI_DOUBLE, MPI_COMM_WORLD);
  free(places);
  free(table);
  free(mine);
  return next;
}

/* What the last adaptation took this process, in seconds: MPI's new world, and the data. */
static struct {
  int old_size, new_size;
  double wired, moved;
} block_last;

/*
 * One adaptation from begin to commit: the rows are in blocks over all processes before and after it. `step` is that of the
 * old processes. A process that leaves does not come back from here.
 */
static inline double *block_adapt(double *mine, long rows, int width, int joins, long *step) {
  MPI_Comm inter, next;
  int staying, leaving, joining, rank, place = -1;
  double began = block_clock();
  MPI_Comm_adapt_begin(&inter, &next, &staying, &leaving, &joining);
  double begun = block_clock();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (next != MPI_COMM_NULL) MPI_Comm_rank(next, &place);
  mine = block_move(mine, rows, width, staying + leaving, joins ? -1 : rank, staying + joining, place);
  MPI_Bcast(step, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  MPI_Comm_free(&inter);
  if (next != MPI_COMM_NULL) MPI_Comm_free(&next);
  double moved = block_clock();
  MPI_Comm_adapt_commit();
  block_last.old_size = staying + leaving;
  block_last.new_size = staying + joining;
  block_last.moved = moved - begun;
  block_last.wired = (begun - began) + (block_clock() - moved);
  return mine;
}

/* The bits of numbers as one number (FNV-1a). */
static inline unsigned long long block_bits(const double *numbers, long count) {
  unsigned long long digest = 1469598103934665603ULL;
  for (long i = 0; i < count; i++) {
    unsigned char bytes[sizeof(double)];
    memcpy(bytes, &numbers[i], sizeof bytes);
    for (size_t k = 0; k < sizeof bytes; k++) digest = (digest ^ bytes[k]) * 1099511628211ULL;
  }
  return digest;
}

/* The bits of all rows, the same whatever the blocks were; at rank 0. */
static inline unsigned long long block_digest(const double *mine, long rows, int width) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int *counts = block_alloc((size_t)size * 2 * sizeof *counts), *at = counts + size;
  for (int i = 0; i < size; i++) {
    counts[i] = (int)(block_size(rows, size, i) * width);
    at[i] = (int)(block_start(rows, size, i) * width);
  }
  double *all = block_alloc(rank ? 0 : (size_t)rows * (size_t)width * sizeof *all);
  MPI_Gatherv(mine, counts[rank], MPI_DOUBLE, all, counts, at, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  unsigned long long digest = block_bits(all, rank ? 0 : rows * width);
  free(all);
  free(counts);
  return digest;
}

#endif
