/*
 * How much of its time a process is in MPI, by looking now and then: a call only says that it begins and ends, which costs a
 * nanosecond. Two looks at the clock are a quarter of the latency of a small message.
 */
#ifndef IMP_SAMPLING_H
#define IMP_SAMPLING_H

#include <stdatomic.h>

extern atomic_int imp_is_communicating;

static inline void imp_communicating(int is) {
  atomic_store_explicit(&imp_is_communicating, is, memory_order_relaxed);
}

/* Looks some 200 times a second, at random moments, and counts the time since the look before. */
void imp_sampling_start(void);
void imp_sampling_stop(void);

#endif
