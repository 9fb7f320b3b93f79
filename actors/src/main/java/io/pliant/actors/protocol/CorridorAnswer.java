package io.pliant.actors.protocol;

import io.pliant.api.PowerStatus;
import io.pliant.core.id.Refusal;

/** What the {@code PowerCorridor} entity answers to the outer edge. */
public sealed interface CorridorAnswer extends WireMessage {
  /** How it stands. */
  record Status(PowerStatus status) implements CorridorAnswer {}

  /** No, and why. */
  record Refused(Refusal refusal) implements CorridorAnswer {}
}
