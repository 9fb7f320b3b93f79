package io.pliant.actors.protocol;

import io.pliant.api.AdaptationStatus;
import io.pliant.core.adaptation.PhaseSum;
import io.pliant.core.adaptation.SizeChange;
import java.util.List;

/** What an {@code Application} entity answers to the outer edge. */
public sealed interface ApplicationAnswer extends WireMessage {
  /** The newest adaptations that are over, oldest first. */
  record Changes(List<SizeChange> changes) implements ApplicationAnswer {
    public Changes {
      changes = List.copyOf(changes);
    }
  }

  /** What the tasks have measured since the last resize, by phase; empty when they did not. */
  record Measures(List<PhaseSum> phases) implements ApplicationAnswer {
    public Measures {
      phases = List.copyOf(phases);
    }
  }

  /** The adaptation that is on its way, if any. */
  record Current(AdaptationStatus status) implements ApplicationAnswer {}
}
