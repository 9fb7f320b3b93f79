// layout.c - which ranks are on which nodes of the step.
#define _GNU_SOURCE
#include "layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wire.h"

enum { MOST_NODES = 65536, MOST_RANKS = 1 << 20, NAME = 253 };
static const uint32_t NOWHERE = UINT32_MAX;

const char *layout_part(const char *from, const char *end, size_t *index, const char **bytes, size_t *length) {
  const char *stop = memchr(from, '\n', (size_t)(end - from));
  char head[WIRE_LINE];
  if (stop == NULL || stop - from >= WIRE_LINE) {
    return NULL;
  }
  memcpy(head, from, (size_t)(stop - from));
  head[stop - from] = 0;
  char *blank = strchr(head, ' ');
  if (blank == NULL) {
    return NULL;
  }
  *blank = 0;
  if (!wire_number(head, MOST_NODES, index) || !wire_number(blank + 1, (size_t)(end - stop - 1), length)) {
    return NULL;
  }
  *bytes = stop + 1;
  return *bytes + *length;
}

static void check_name(const char *name) {
  size_t length = strlen(name);
  size_t fine = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");
  if (length == 0 || length > NAME || fine != length) {
    wire_give_up("Expected the name of a node in the layout, but got '%.60s'.", name);
  }
}

static void add_ranks(layout_node *node, size_t from, size_t to) {
  size_t more = to - from + 1;
  node->ranks = realloc(node->ranks, (node->count + more) * sizeof *node->ranks);
  if (node->ranks == NULL) {
    wire_give_up("Expected memory for %zu ranks, but there is none.", node->count + more);
  }
  for (size_t rank = from; rank <= to; rank++) {
    node->ranks[node->count++] = (uint32_t)rank;
  }
}

static void read_ranks(layout_node *node, char *list) {
  char *rest = NULL;
  for (char *word = strtok_r(list, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
    size_t from;
    size_t to;
    char *dash = strchr(word, '-');
    if (dash != NULL) {
      *dash = 0;
    }
    if (!wire_number(word, MOST_RANKS - 1, &from) ||
        !wire_number(dash == NULL ? word : dash + 1, MOST_RANKS - 1, &to) || to < from ||
        node->count + (to - from) >= MOST_RANKS) {
      wire_give_up("Expected ranks as in 0-3,8 of node %s in the layout, but got '%.60s'.", node->name, word);
    }
    add_ranks(node, from, to);
  }
}

static void read_node(layout *all, size_t index, const char *bytes, size_t length) {
  layout_node *node = &all->nodes[all->count];
  char *text = strndup(bytes, length);
  char *blank = text == NULL ? NULL : strchr(text, ' ');
  if (blank == NULL) {
    wire_give_up("Expected '<name> <ranks>' of each node in the layout, but got '%.60s'.", text == NULL ? "" : text);
  }
  *blank = 0;
  check_name(text);
  if (all->count > 0 && node[-1].index >= index) {
    wire_give_up("Expected the nodes of the layout in their order, but got %zu after %zu.", index, node[-1].index);
  }
  *node = (layout_node){.index = index, .name = text};
  read_ranks(node, blank + 1);
  all->ranks += node->count;
  all->count++;
}

// Each rank from 0 on is on one node.
static void place_ranks(layout *all) {
  if (all->ranks == 0 || all->ranks > MOST_RANKS) {
    wire_give_up("Expected 1 to %d ranks in the layout, but got %zu.", MOST_RANKS, all->ranks);
  }
  all->place = wire_memory(all->ranks * sizeof *all->place);
  for (size_t rank = 0; rank < all->ranks; rank++) {
    all->place[rank] = NOWHERE;
  }
  for (size_t at = 0; at < all->count; at++) {
    for (size_t i = 0; i < all->nodes[at].count; i++) {
      size_t rank = all->nodes[at].ranks[i];
      if (rank >= all->ranks || all->place[rank] != NOWHERE) {
        wire_give_up("Expected each rank below %zu once in the layout, but got %zu of node %s.", all->ranks, rank,
                     all->nodes[at].name);
      }
      all->place[rank] = (uint32_t)at;
    }
  }
}

void layout_read(layout *all, const char *bytes, size_t length) {
  const char *end = bytes + length;
  size_t capacity = 0;
  *all = (layout){0};
  while (bytes < end) {
    size_t index;
    size_t size;
    const char *text;
    const char *next = layout_part(bytes, end, &index, &text, &size);
    if (next == NULL || all->count == MOST_NODES) {
      wire_give_up("Expected '<index> <length>' of at most %d nodes in the layout, but got '%.40s'.", MOST_NODES, bytes);
    }
    if (all->count == capacity) {
      capacity = capacity == 0 ? 16 : 2 * capacity;
      all->nodes = realloc(all->nodes, capacity * sizeof *all->nodes);
      if (all->nodes == NULL) {
        wire_give_up("Expected memory for %zu nodes, but there is none.", capacity);
      }
    }
    read_node(all, index, text, size);
    bytes = next;
  }
  place_ranks(all);
}

const layout_node *layout_node_at(const layout *all, size_t index) {
  for (size_t at = 0; at < all->count; at++) {
    if (all->nodes[at].index == index) {
      return &all->nodes[at];
    }
  }
  wire_give_up("Expected this node, %zu, in the layout, but it has only %zu others.", index, all->count);
}

char *layout_names(const layout *all) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (size_t at = 0; out != NULL && at < all->count; at++) {
    fprintf(out, "%s%s", at == 0 ? "" : ",", all->nodes[at].name);
  }
  if (out == NULL || fclose(out) != 0) {
    wire_give_up("Expected memory for the names of %zu nodes, but there is none.", all->count);
  }
  return text;
}

char *layout_ranks(const layout *all) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (size_t at = 0; out != NULL && at < all->count; at++) {
    fputs(at == 0 ? "" : ";", out);
    for (size_t i = 0; i < all->nodes[at].count; i++) {
      fprintf(out, "%s%u", i == 0 ? "" : ",", (unsigned)all->nodes[at].ranks[i]);
    }
  }
  if (out == NULL || fclose(out) != 0) {
    wire_give_up("Expected memory for %zu ranks, but there is none.", all->ranks);
  }
  return text;
}

char *layout_nodes(const layout *all, const unsigned char *within) {
  char *text = NULL;
  size_t size;
  size_t found = 0;
  FILE *out = open_memstream(&text, &size);
  for (size_t at = 0; out != NULL && at < all->count; at++) {
    if (!within[at]) {
      continue;
    }
    size_t last = at;
    while (last + 1 < all->count && within[last + 1] && all->nodes[last + 1].index == all->nodes[last].index + 1) {
      last++;
    }
    fprintf(out, "%s%zu", found == 0 ? "" : ",", all->nodes[at].index);
    if (last > at) {
      fprintf(out, "-%zu", all->nodes[last].index);
    }
    found += last - at + 1;
    at = last;
  }
  if (out == NULL || fclose(out) != 0) {
    wire_give_up("Expected memory for a list of nodes, but there is none.");
  }
  if (found == all->count) {
    free(text);
    text = strdup("*");
  }
  return text;
}
