#include "rendezvous.h"

#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BALLOTS 256

static void hear(struct imp_session *session, const char *task, const char *word, long id, long long probe);

static void tell(struct imp_session *session, int rank, const char *word, long long probe) {
  const struct imp_group *world = &session->membership.world;
  long id = session->rendezvous.armed;
  if (!strcmp(world->members[rank].task, session->task)) {
    hear(session, session->task, word, id, probe);
    return;
  }
  char text[96];
  int len = snprintf(text, sizeof text, "%s %ld %lld", word, id, probe);
  struct imp_frame frame = {IMP_RENDEZVOUS, (int)session->membership.context, imp_group_rank(world, session->task), 0, text, (size_t)len};
  imp_fabric_send(session, &world->members[rank], &frame); /* false: the loss is told by the fabric */
}

static void tell_all(struct imp_session *session, const char *word, long long probe) {
  for (int rank = 0; rank < session->membership.world.size; rank++) tell(session, rank, word, probe);
}

static long long earliest(const struct imp_rendezvous *r) {
  return atomic_load(&r->passed) + 1;
}

void imp_rendezvous_raise(struct imp_session *session) {
  struct imp_rendezvous *r = &session->rendezvous;
  atomic_store(&r->raised, r->armed || session->failure || session->membership.broken);
  pthread_cond_broadcast(&session->changed);
}

void imp_rendezvous_arm(struct imp_session *session, long adaptation) {
  struct imp_rendezvous *r = &session->rendezvous;
  r->armed = adaptation;
  r->target = r->arrived = -1;
  r->go = false;
  imp_rendezvous_raise(session);
  r->reported = earliest(r);
  tell(session, 0, "at", r->reported);
}

static void free_ballot(struct imp_ballot *ballot) {
  for (size_t i = 0; i < ballot->count; i++) free(ballot->voices[i].task);
  free(ballot->voices);
}

void imp_rendezvous_disarm(struct imp_session *session, long adaptation) {
  struct imp_rendezvous *r = &session->rendezvous;
  size_t kept = 0;
  for (size_t i = 0; i < r->ballot_count; i++) {
    if (r->ballots[i].id > adaptation) r->ballots[kept++] = r->ballots[i];
    else free_ballot(&r->ballots[i]);
  }
  r->ballot_count = kept;
  if (r->armed == adaptation) {
    r->armed = 0;
    imp_rendezvous_raise(session);
  }
}

void imp_rendezvous_restart(struct imp_session *session) {
  atomic_store(&session->rendezvous.passed, 0);
  session->rendezvous.promised = 0;
  imp_rendezvous_raise(session);
}

static struct imp_ballot *ballot_of(struct imp_rendezvous *r, long id) {
  for (size_t i = 0; i < r->ballot_count; i++) {
    if (r->ballots[i].id == id) return &r->ballots[i];
  }
  if (r->ballot_count == MOST_BALLOTS) return NULL;
  r->ballots = imp_alloc(r->ballots, (r->ballot_count + 1) * sizeof *r->ballots);
  r->ballots[r->ballot_count] = (struct imp_ballot){.id = id, .target = -1};
  return &r->ballots[r->ballot_count++];
}

static struct imp_voice *voice_of(struct imp_ballot *ballot, const char *task) {
  for (size_t i = 0; i < ballot->count; i++) {
    if (!strcmp(ballot->voices[i].task, task)) return &ballot->voices[i];
  }
  ballot->voices = imp_alloc(ballot->voices, (ballot->count + 1) * sizeof *ballot->voices);
  ballot->voices[ballot->count] = (struct imp_voice){imp_copy(task, strlen(task)), -1, -1};
  return &ballot->voices[ballot->count++];
}

/* What rank 0 does when somebody has said something. */
static void count(struct imp_session *session, long id) {
  struct imp_rendezvous *r = &session->rendezvous;
  struct imp_ballot *ballot = ballot_of(r, id);
  const struct imp_group *world = &session->membership.world;
  if (!ballot || id != r->armed || !world->size) return;
  long long latest = -1;
  int arrived = 0;
  for (int i = 0; i < world->size; i++) {
    const struct imp_voice *voice = voice_of(ballot, world->members[i].task);
    if (voice->at < 0) return;
    if (voice->at > latest) latest = voice->at;
    arrived += ballot->target >= 0 && voice->arrived == ballot->target;
  }
  if (latest > ballot->target) {
    ballot->target = latest; /* who arrived at an earlier one has to come again */
    tell_all(session, "target", latest);
  } else if (arrived == world->size) {
    tell_all(session, "go", latest);
  }
}

static void hear(struct imp_session *session, const char *task, const char *word, long id, long long probe) {
  struct imp_rendezvous *r = &session->rendezvous;
  bool mine = id == r->armed;
  bool at = !strcmp(word, "at");
  if (at || !strcmp(word, "arrived")) {
    if (imp_membership_result(&session->membership, id) != IMP_PENDING) return; /* it is over */
    struct imp_ballot *ballot = ballot_of(r, id);
    if (!ballot) return;
    struct imp_voice *voice = voice_of(ballot, task);
    if (at && probe > voice->at) voice->at = probe;
    if (!at) voice->arrived = probe;
    count(session, id);
  } else if (!strcmp(word, "target") && mine && probe > r->target) {
    r->target = probe;
    pthread_cond_broadcast(&session->changed);
  } else if (!strcmp(word, "go") && mine && probe == r->target) {
    r->go = true;
    pthread_cond_broadcast(&session->changed);
  }
}

bool imp_rendezvous_hear(struct imp_session *session, const char *task, const char *bytes, size_t len) {
  static const char *const words[] = {"at", "target", "arrived", "go"};
  char text[96], word[16], more;
  long id;
  long long probe;
  if (len >= sizeof text) return false;
  memcpy(text, bytes, len);
  text[len] = 0;
  if (sscanf(text, "%15s %ld %lld%c", word, &id, &probe, &more) != 3 || id < 1 || probe < 0) return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!strcmp(word, words[i])) {
      hear(session, task, word, id, probe);
      return true;
    }
  }
  return false;
}

bool imp_rendezvous_look_ahead(struct imp_session *session) {
  struct imp_rendezvous *r = &session->rendezvous;
  if (!r->armed || r->go) return false;
  long long here = earliest(r);
  if (here > r->target && here > r->reported) {
    r->reported = here;
    tell(session, 0, "at", here);
  }
  return true;
}

bool imp_rendezvous_probe(struct imp_session *session) {
  struct imp_rendezvous *r = &session->rendezvous;
  while (!session->failure && !session->membership.broken) {
    long long here = earliest(r);
    if (!r->armed || (r->target >= 0 && here < r->target)) {
      atomic_store(&r->passed, here);
      return false;
    }
    if (r->go && here == r->target) {
      r->promised = r->armed;
      return true;
    }
    if (here == r->target && r->arrived != here) {
      r->arrived = here;
      tell(session, 0, "arrived", here);
    } else if (here > r->target && here > r->reported) {
      r->reported = here;
      tell(session, 0, "at", here);
    } else {
      pthread_cond_wait(&session->changed, &session->lock);
    }
  }
  return false;
}
