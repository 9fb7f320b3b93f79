package io.pliant.architecture.planted.core.policy;

/** Stands for the real port. */
public interface SchedulingPolicy {
  int plan();
}
