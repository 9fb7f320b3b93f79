#include "exchange.h"

#include "session.h"

static bool send_to(struct imp_session *s, const struct imp_group *group, int to, const struct imp_frame *frame, char **why) {
  const struct imp_member *member = &group->members[to];
  if (frame->len > IMP_MAX_PAYLOAD) {
    *why = imp_format("Expected at most %d bytes from all tasks together, but there are %zu.", IMP_MAX_PAYLOAD, frame->len);
    return false;
  }
  if (imp_fabric_send(s, member, frame)) return true;
  *why = imp_format("Expected to send to task %s on node %s, but it is gone or has left.", member->task, member->node);
  return false;
}

static bool receive_from(struct imp_session *s, const struct imp_group *group, int from, int context, int tag, struct imp_buf *all, char **why) {
  struct imp_buf payload = {0};
  if (!imp_fabric_receive(s, &group->members[from], context, tag, &payload, why)) return false;
  imp_buf_add(all, payload.data, payload.len);
  imp_buf_free(&payload);
  return true;
}

static bool collect(struct imp_session *s, const struct imp_group *group, int context, int tag, struct imp_buf *all, char **why) {
  for (int rank = 1; rank < group->size; rank++) {
    if (!receive_from(s, group, rank, context, tag, all, why)) return false;
  }
  return true;
}

bool imp_exchange(struct imp_session *s, const struct imp_group *group, int context, int tag, const struct imp_buf *mine, struct imp_buf *all, char **why) {
  pthread_mutex_lock(&s->lock);
  int rank = imp_group_rank(group, s->task);
  bool right;
  if (rank == 0) {
    struct imp_buf gathered = {0};
    imp_buf_add(&gathered, mine->data, mine->len);
    right = collect(s, group, context, tag, &gathered, why);
    struct imp_frame frame = {IMP_DATA, context, 0, tag, gathered.data, gathered.len};
    for (int to = 1; right && to < group->size; to++) right = send_to(s, group, to, &frame, why);
    imp_buf_add(all, gathered.data, gathered.len);
    imp_buf_free(&gathered);
  } else {
    struct imp_frame frame = {IMP_DATA, context, rank, tag, mine->data, mine->len};
    right = send_to(s, group, 0, &frame, why) && receive_from(s, group, 0, context, tag, all, why);
  }
  pthread_mutex_unlock(&s->lock);
  return right;
}
