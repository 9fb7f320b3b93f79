/*
 * A task's view of its malleable job, without MPI: what may change, when, and how it ended (docs/protocol/adapt.md).
 * Programs that use MPI take imp.h, which has this too, and leave imp_open, imp_probe, imp_begin, imp_commit, imp_abort and
 * imp_close to its calls. One thread of the program uses this, except where it says that any may.
 */
#ifndef IMP_TASK_H
#define IMP_TASK_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define IMP_API __attribute__((visibility("default")))
#else
#define IMP_API
#endif

/* What calls say: IMP_OK; IMP_GONE when a member of the job is gone, so that imp_begin is due; IMP_ERROR for all else. */
#define IMP_OK 0
#define IMP_ERROR (-1)
#define IMP_GONE (-2)

/* As the published status values of Invasive MPI. */
enum imp_status { IMP_NEW = 2, IMP_JOINING = 3, IMP_STAYING = 4, IMP_LEAVING = 5 };
enum imp_kind { IMP_NONE, IMP_EXPAND, IMP_SHRINK, IMP_LOSS };
enum imp_outcome { IMP_PENDING, IMP_COMMITTED, IMP_ABORTED, IMP_WITHDRAWN, IMP_EXPIRED };

/* Why the last call of this thread failed. */
IMP_API const char *imp_error(void);

/* Joins the job that the environment names (PLIANT_ADAPT_SOCKET, _TASK, _HOST), or runs alone. */
IMP_API int imp_open(void);
/* Leaves the job in good order. */
IMP_API int imp_close(void);

IMP_API enum imp_status imp_task_status(void);
/* Tasks of the job, 0 for one that is no member: joining before its commit, leaving after it. */
IMP_API int imp_job_size(void);
IMP_API int imp_job_rank(void);

/* Whether all members are to call imp_begin now. All call this at the same places; it says so at the same call everywhere. */
IMP_API int imp_probe(bool *enter);

/* The number of the adaptation that waits for this task, or 0. Any thread. */
IMP_API long imp_pending(void);

struct imp_window {
  bool open; /* false: it is over already, see outcome */
  enum imp_kind kind;
  enum imp_outcome outcome;
  int size, rank, old_size, new_size; /* the window's group: old members first, then those who come */
};

/* Enters the window: joining tasks after imp_open, members when a probe said so or a call said IMP_GONE. */
IMP_API int imp_begin(struct imp_window *window);
/* The data are moved: waits for how it ended for all. */
IMP_API int imp_commit(enum imp_outcome *outcome);
/* Gives the adaptation up, for all. */
IMP_API int imp_abort(const char *reason, enum imp_outcome *outcome);
/* How an adaptation ended. Any thread. */
IMP_API enum imp_outcome imp_outcome_of(long adaptation);

/* The elastic block in which the program is; at a joining task, once it has begun, the one to enter at. */
IMP_API int imp_current_phase(void);
/*
 * Marks the end of a round of work in that phase: the time since the last mark is its, in MPI as communication. Without any
 * mark the time from probe to probe is phase 0.
 */
IMP_API void imp_phase(int phase);
/* Counts time of another communication library, in nanoseconds. Any thread. */
IMP_API void imp_report_communication(long long nanoseconds);
/* What was measured here in that phase since the last adaptation; false when nothing was. */
IMP_API bool imp_phase_times(int phase, long long *communication, long long *computation);

/* Offers: what the scheduler would like, and what the program says to it. */
struct imp_offer {
  long adaptation;
  enum imp_kind kind;
  int nodes, size; /* that would come or go; of the job afterwards */
  bool mandatory;  /* a shrink that may not be refused */
  long deadline_ms; /* left for the answer; 0 for none */
};
enum imp_verdict { IMP_DEFAULT, IMP_ACCEPT, IMP_PART, IMP_COUNTER, IMP_REFUSE };
struct imp_answer {
  enum imp_verdict verdict;
  int nodes;          /* for IMP_PART and IMP_COUNTER */
  const char *reason; /* for IMP_REFUSE */
};
/* Called at rank 0 by a thread of its own; it may take its time. `answer` is IMP_DEFAULT: as was said at submission. */
typedef void (*imp_offer_policy)(const struct imp_offer *offer, struct imp_answer *answer, void *data);
/* Before imp_open or MPI_Init_adapt it is in time for all offers. Any thread. */
IMP_API void imp_on_offer(imp_offer_policy policy, void *data);

/* The program's own wishes; it computes on meanwhile. They say the number of the request, at least 1, or IMP_ERROR. */
IMP_API int imp_grow(int nodes);
IMP_API int imp_release(int nodes);
IMP_API int imp_release_nodes(const char *const *names, int count);
enum imp_request_state { IMP_UNKNOWN, IMP_ASKED, IMP_GRANTED, IMP_DENIED };
/* What became of a request; the adaptation of a granted one, the reason of a denied one. Both may be NULL. Any thread. */
IMP_API enum imp_request_state imp_request(int request, long *adaptation, const char **reason);

#ifdef __cplusplus
}
#endif
#endif
