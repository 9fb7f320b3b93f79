package io.pliant.actors.protocol;

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
}
