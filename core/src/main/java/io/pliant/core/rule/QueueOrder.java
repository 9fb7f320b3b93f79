package io.pliant.core.rule;

/** In which order the jobs behind the head are examined for passing it. */
public enum QueueOrder {
  /** As they stand in the queue. */
  QUEUE,
  /** By estimated run time, the shortest first; ties as they stand in the queue. */
  SHORTEST
}
