// fences.c - what ranks of several nodes tell each other: each fence is a gather of the nodes that its ranks are on.
#define _GNU_SOURCE
#include "fences.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "wire.h"

enum { MOST_OPEN = 60, CHANNEL = 32, MOST_RUNS = 50, LIST = 600 };  // of 64 gathers of a node, and of a list of nodes

typedef struct fence {
  struct fence *next;
  char channel[CHANNEL];
  pmix_modex_cbfunc_t tell;
  void *of;
} fence;

static const layout *ranks;
static const layout_node *here;
static const char *name;
static fence *pending;  // oldest first
static size_t open_ones;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void fences_begin(const layout *all, const layout_node *own, const char *world) {
  ranks = all;
  here = own;
  name = world;
}

static int by_rank(const void *left, const void *right) {
  uint32_t a = *(const uint32_t *)left;
  uint32_t b = *(const uint32_t *)right;
  return (a > b) - (a < b);
}

// FNV-1a: those who take part are all of one world, and its user's own.
static uint64_t hash(const uint32_t *numbers, size_t count) {
  uint64_t value = 0xcbf29ce484222325u;
  const unsigned char *bytes = (const unsigned char *)numbers;
  for (size_t i = 0; i < count * sizeof *numbers; i++) {
    value = (value ^ bytes[i]) * 0x100000001b3u;
  }
  return value;
}

// Marks the nodes of those processes, and names their channel. False where one is not of this world.
static bool find(const pmix_proc_t procs[], size_t count, unsigned char *within, char channel[CHANNEL]) {
  uint32_t *numbers = wire_memory(count * sizeof *numbers);
  bool fine = count > 0;
  bool all = false;
  for (size_t i = 0; i < count && fine; i++) {
    all |= procs[i].rank == PMIX_RANK_WILDCARD;
    numbers[i] = procs[i].rank;
    fine = strncmp(procs[i].nspace, name, PMIX_MAX_NSLEN) == 0 &&
           (procs[i].rank < ranks->ranks || procs[i].rank == PMIX_RANK_WILDCARD);
    if (fine && procs[i].rank < ranks->ranks) {
      within[ranks->place[procs[i].rank]] = 1;
    }
  }
  for (size_t at = 0; at < ranks->count && all; at++) {
    within[at] = ranks->nodes[at].count > 0;
  }
  qsort(numbers, count, sizeof *numbers, by_rank);
  if (fine) {
    snprintf(channel, CHANNEL, "pmix.%016" PRIx64, hash(numbers, count));
  }
  free(numbers);
  return fine;
}

// What must be done is done, or refused.
static bool demands_more(const pmix_info_t info[], size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (PMIX_INFO_IS_REQUIRED(&info[i]) && strncmp(info[i].key, PMIX_COLLECT_DATA, PMIX_MAX_KEYLEN) != 0) {
      return true;
    }
  }
  return false;
}

static bool remember(const char *channel, pmix_modex_cbfunc_t tell, void *of) {
  fence *one = wire_memory(sizeof *one);
  *one = (fence){.tell = tell, .of = of};
  memcpy(one->channel, channel, CHANNEL);
  pthread_mutex_lock(&lock);
  bool room = open_ones < MOST_OPEN;
  if (room) {
    fence **at = &pending;
    while (*at != NULL) {
      at = &(*at)->next;
    }
    *at = one;
    open_ones++;
  }
  pthread_mutex_unlock(&lock);
  if (!room) {
    free(one);
  }
  return room;
}

// A list that the supervisor and its client take.
static bool fits(const char *list) {
  size_t runs = 1;
  for (const char *at = list; *at != 0; at++) {
    runs += *at == ',';
  }
  return runs <= MOST_RUNS && strlen(list) <= LIST;
}

// libpmix leaves the bytes to its host, unless that refuses.
pmix_status_t fences_enter(const pmix_proc_t procs[], size_t count, const pmix_info_t info[], size_t infos, char *bytes,
                           size_t length, pmix_modex_cbfunc_t tell, void *of) {
  if (tell == NULL || length > WIRE_CONTRIBUTION) {
    return tell == NULL ? PMIX_ERR_BAD_PARAM : PMIX_ERR_OUT_OF_RESOURCE;
  }
  char channel[CHANNEL] = "";
  unsigned char *within = calloc(ranks->count, 1);
  if (within == NULL || demands_more(info, infos) || !find(procs, count, within, channel)) {
    free(within);
    return PMIX_ERR_NOT_SUPPORTED;
  }
  size_t nodes = 0;
  bool own = false;
  for (size_t at = 0; at < ranks->count; at++) {
    nodes += within[at];
    own |= within[at] && &ranks->nodes[at] == here;
  }
  char *list = layout_nodes(ranks, within);
  free(within);
  char line[WIRE_LINE];
  bool short_enough = fits(list);
  snprintf(line, sizeof line, "g %s %s %zu", channel, short_enough ? list : "", length);
  free(list);
  if (!own || !short_enough) {
    return own ? PMIX_ERR_OUT_OF_RESOURCE : PMIX_ERR_BAD_PARAM;
  }
  if (nodes == 1) {
    answers_modex(tell, of, PMIX_SUCCESS, bytes, length);  // nobody else takes part
    return PMIX_SUCCESS;
  }
  if (!remember(channel, tell, of)) {
    return PMIX_ERR_OUT_OF_RESOURCE;
  }
  wire_send(line, bytes, length);
  free(bytes);
  return PMIX_SUCCESS;
}

// Leaves what the nodes have contributed, without what stands before each. Returns how much that is.
static size_t join(char *bytes, size_t length) {
  const char *from = bytes;
  const char *end = bytes + length;
  size_t joined = 0;
  while (from < end) {
    size_t index;
    size_t size;
    const char *part;
    from = layout_part(from, end, &index, &part, &size);
    if (from == NULL) {
      wire_give_up("Expected '<index> <length>' before the part of each node in the result of a gather, but got none.");
    }
    memmove(bytes + joined, part, size);
    joined += size;
  }
  return joined;
}

void fences_result(const char *channel, char *bytes, size_t length) {
  pthread_mutex_lock(&lock);
  fence **at = &pending;
  while (*at != NULL && strcmp((*at)->channel, channel) != 0) {
    at = &(*at)->next;
  }
  fence *one = *at;
  if (one != NULL) {
    *at = one->next;
    open_ones--;
  }
  pthread_mutex_unlock(&lock);
  if (one == NULL) {
    wire_give_up("Expected the result of a gather that this node takes part in, but got one of '%.60s'.", channel);
  }
  answers_modex(one->tell, one->of, PMIX_SUCCESS, bytes, join(bytes, length));
  free(one);
}
