package io.pliant.architecture.planted.core.view;

import io.pliant.architecture.planted.core.policy.Remembering;
import io.pliant.architecture.planted.core.policy.SchedulingPolicy;

/** Breaks: policies are asked what they can do. */
public final class Guessing {
  boolean remembers(SchedulingPolicy policy) {
    return policy instanceof Remembering;
  }
}
