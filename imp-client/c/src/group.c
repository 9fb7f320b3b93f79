#include "group.h"

#include "buf.h"

#include <stdlib.h>
#include <string.h>

static bool read_member(struct imp_group *group, const char *text, size_t len) {
  const char *end = text + len;
  const char *first = memchr(text, '@', len);
  const char *second = first ? memchr(first + 1, '@', (size_t)(end - first - 1)) : NULL;
  const char *colon = second ? memrchr(second, ':', (size_t)(end - second)) : NULL;
  if (!colon || first == text || second == first + 1 || colon == second + 1) return false;
  size_t digits = (size_t)(end - colon - 1);
  if (digits < 1 || digits > 5 || strspn(colon + 1, "0123456789") < digits) return false;
  long port = strtol(colon + 1, NULL, 10);
  if (port < 1 || port > 65535) return false;
  group->members = imp_alloc(group->members, (size_t)(group->size + 1) * sizeof *group->members);
  group->members[group->size++] = (struct imp_member){
      imp_copy(text, (size_t)(first - text)), imp_copy(first + 1, (size_t)(second - first - 1)), imp_copy(second + 1, (size_t)(colon - second - 1)), (int)port};
  return true;
}

bool imp_group_read(struct imp_group *group, const char *list) {
  *group = (struct imp_group){0};
  while (list && *list) {
    size_t len = strcspn(list, ",");
    if (!read_member(group, list, len)) {
      imp_group_free(group);
      return false;
    }
    list += len + (list[len] == ',');
  }
  return true;
}

void imp_group_add(struct imp_group *group, const struct imp_member *member) {
  group->members = imp_alloc(group->members, (size_t)(group->size + 1) * sizeof *group->members);
  group->members[group->size++] = (struct imp_member){
      imp_copy(member->task, strlen(member->task)), imp_copy(member->node, strlen(member->node)), imp_copy(member->host, strlen(member->host)), member->port};
}

void imp_group_copy(struct imp_group *to, const struct imp_group *from) {
  *to = (struct imp_group){0};
  for (int i = 0; i < from->size; i++) imp_group_add(to, &from->members[i]);
}

void imp_group_free(struct imp_group *group) {
  for (int i = 0; i < group->size; i++) {
    free(group->members[i].task);
    free(group->members[i].node);
    free(group->members[i].host);
  }
  free(group->members);
  *group = (struct imp_group){0};
}

int imp_group_rank(const struct imp_group *group, const char *task) {
  for (int i = 0; i < group->size; i++) {
    if (!strcmp(group->members[i].task, task)) return i;
  }
  return -1;
}

bool imp_list_has(const char *list, const char *word) {
  size_t len = strlen(word);
  while (list && *list) {
    size_t next = strcspn(list, ",");
    if (next == len && !memcmp(list, word, len)) return true;
    list += next + (list[next] == ',');
  }
  return false;
}
