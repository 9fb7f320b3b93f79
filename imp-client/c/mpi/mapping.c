#include "pmi.h"

#include "buf.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST 674 /* what MPICH takes */

struct block {
  int node, nodes, each;
};

/* Nodes are numbered as they come. */
static int number_of(const struct imp_group *group, int rank, const int *numbers) {
  int most = -1;
  for (int i = 0; i < rank; i++) {
    if (!strcmp(group->members[i].node, group->members[rank].node)) return numbers[i];
    if (numbers[i] > most) most = numbers[i];
  }
  return most + 1;
}

/* Runs of ranks on one node, and runs of such runs with as many ranks on the next node. */
static int compose(const int *numbers, int size, struct block *blocks) {
  int count = 0;
  for (int rank = 0; rank < size;) {
    int each = 1;
    while (rank + each < size && numbers[rank + each] == numbers[rank]) each++;
    struct block *last = count ? &blocks[count - 1] : NULL;
    if (last && last->each == each && last->node + last->nodes == numbers[rank]) last->nodes++;
    else blocks[count++] = (struct block){numbers[rank], 1, each};
    rank += each;
  }
  return count;
}

char *imp_pmi_mapping(const struct imp_group *group) {
  size_t size = (size_t)group->size;
  int *numbers = imp_alloc(NULL, size * sizeof *numbers);
  struct block *blocks = imp_alloc(NULL, size * sizeof *blocks);
  for (int rank = 0; rank < group->size; rank++) numbers[rank] = number_of(group, rank, numbers);
  int count = compose(numbers, group->size, blocks);
  struct imp_buf text = {0};
  imp_buf_format(&text, "(vector");
  for (int i = 0; i < count; i++) imp_buf_format(&text, ",(%d,%d,%d)", blocks[i].node, blocks[i].nodes, blocks[i].each);
  imp_buf_format(&text, ")");
  imp_buf_add(&text, "", 1);
  free(numbers);
  free(blocks);
  if (text.len <= LONGEST) return text.data;
  imp_buf_free(&text);
  return NULL;
}
