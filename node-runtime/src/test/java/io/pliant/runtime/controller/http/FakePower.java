package io.pliant.runtime.controller.http;

import io.pliant.actors.api.Answer;
import io.pliant.actors.api.PowerGateway;
import io.pliant.api.PowerStatus;
import io.pliant.core.power.Corridor;
import io.pliant.core.spec.Submitter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A power corridor that does what it is told at once. */
final class FakePower implements PowerGateway {
  /** What was asked, in words. */
  final List<String> asked = new CopyOnWriteArrayList<>();

  private volatile @Nullable Corridor bounds;

  @Override
  public CompletionStage<Answer<PowerStatus>> show(@Nullable Instant after, int samples) {
    asked.add("show after %s at most %d".formatted(after, samples));
    return status(samples);
  }

  @Override
  public CompletionStage<Answer<PowerStatus>> set(
      Corridor corridor, @Nullable Instant from, Submitter by) {
    asked.add("set %s from %s by %s".formatted(corridor, from, by.name()));
    bounds = corridor;
    return status(0);
  }

  @Override
  public CompletionStage<Answer<PowerStatus>> clear(Submitter by) {
    asked.add("clear by " + by.name());
    bounds = null;
    return status(0);
  }

  private CompletionStage<Answer<PowerStatus>> status(int samples) {
    List<PowerStatus.Sample> all = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      all.add(new PowerStatus.Sample(ApiFixture.NOW.plusSeconds(i), 100.0 + i, bounds, List.of()));
    }
    return CompletableFuture.completedFuture(
        new Answer.Accepted<>(
            new PowerStatus(
                "c1",
                ApiFixture.NOW,
                bounds,
                null,
                List.of(),
                100.0,
                null,
                List.of(),
                List.of(),
                all)));
  }
}
