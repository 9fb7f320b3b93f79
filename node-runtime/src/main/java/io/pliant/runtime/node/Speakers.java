package io.pliant.runtime.node;

import io.pliant.core.id.StepId;
import io.pliant.runtime.adapt.TaskOwner;
import io.pliant.runtime.node.step.StepWatch;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The live steps whose tasks may speak to the agent, and whose these are. */
final class Speakers {
  private Speakers() {}

  /** As the folders of the steps have it. */
  static Map<StepId, TaskOwner> of(Collection<StepWatch> steps) throws IOException {
    Map<StepId, TaskOwner> speakers = new TreeMap<>();
    for (StepWatch watch : steps) {
      TaskOwner owner = watch.over() ? null : watch.folder().owner();
      if (owner != null) {
        speakers.put(watch.step(), owner);
      }
    }
    return speakers;
  }
}
