package io.pliant.actors.api;

import io.pliant.api.PowerStatus;
import io.pliant.core.power.Corridor;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a client may ask of the power corridor; stages as those of {@link ClusterGateway}. */
public interface PowerGateway {
  /**
   * The bounds and what partitions draw.
   *
   * @param after samples after this time, the earliest first; null for the latest
   * @param samples at most so many; fewer when they would be too much for a message
   */
  CompletionStage<Answer<PowerStatus>> show(@Nullable Instant after, int samples);

  /**
   * Sets bounds; the answer is without samples.
   *
   * @param from when they begin to hold; null or a time that has passed means now
   * @param by must be an operator
   */
  CompletionStage<Answer<PowerStatus>> set(Corridor bounds, @Nullable Instant from, Submitter by);

  /**
   * Removes all bounds, those to come too; the answer is without samples.
   *
   * @param by must be an operator
   */
  CompletionStage<Answer<PowerStatus>> clear(Submitter by);
}
