// layout.h - which ranks are on which nodes of the step.
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  size_t index;  // in the step
  char *name;
  uint32_t *ranks;
  size_t count;
} layout_node;

typedef struct {
  layout_node *nodes;  // in the order of their indexes
  size_t count;
  uint32_t *place;  // of each rank: which of the nodes
  size_t ranks;
} layout;

// Reads the layout from the result of a gather. What is wrong ends the helper.
void layout_read(layout *all, const char *bytes, size_t length);

// The node with that index in the step, or the end of the helper.
const layout_node *layout_node_at(const layout *all, size_t index);

// Names of all nodes with commas. The caller frees it.
char *layout_names(const layout *all);

// Ranks with commas, of all nodes with semicolons. The caller frees it.
char *layout_ranks(const layout *all);

// The nodes for which `within` is true, as in "0-3,7", or "*" for all. The caller frees it.
char *layout_nodes(const layout *all, const unsigned char *within);

// Reads one "INDEX LENGTH\nBYTES" of the result of a gather. Returns what comes behind it, or NULL when it is none.
const char *layout_part(const char *from, const char *end, size_t *index, const char **bytes, size_t *length);

#endif
