package io.pliant.actors.protocol;

import io.pliant.actors.api.Answer.Rejection;
import io.pliant.api.PowerStatus;

/** What the {@code PowerCorridor} entity answers to the outer edge. */
public sealed interface CorridorAnswer extends WireMessage {
  /** How it stands. */
  record Status(PowerStatus status) implements CorridorAnswer {}

  /** No, and why. */
  record Refused(Rejection rejection, String reason) implements CorridorAnswer {}
}
