package io.pliant.actors.api;

import io.pliant.core.id.Refusal;
import java.util.function.Function;

/** A typed answer of the domain: what was asked for, or why not. */
public sealed interface Answer<T> {
  record Accepted<T>(T value) implements Answer<T> {}

  record Rejected<T>(Refusal refusal) implements Answer<T> {}

  /** What was asked for, seen otherwise; a refusal stays one. */
  default <R> Answer<R> map(Function<? super T, ? extends R> view) {
    return switch (this) {
      case Accepted<T>(T value) -> new Accepted<>(view.apply(value));
      case Rejected<T>(Refusal refusal) -> new Rejected<>(refusal);
    };
  }
}
