package io.pliant.cli.power;

import io.pliant.api.PowerStatus;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows the samples of the corridor: each look asks for those after the last one known. */
final class PowerFeed {
  /** As many as a controller gives at most. */
  private static final int PAGE = 600;

  private static final Duration NEWEST = Duration.ofSeconds(3);

  private final Controllers controllers;
  private final Duration span;
  private List<PowerSample> samples = new ArrayList<>();

  /**
   * @param span how long back samples are kept
   */
  PowerFeed(Controllers controllers, Duration span) {
    this.controllers = controllers;
    this.span = span;
  }

  /** The corridor now; {@link #samples} has what came since the look before. */
  PowerStatus look() {
    PowerStatus status =
        controllers.one(Request.get(Target.of("power").toString()), PowerStatus.class);
    Instant now = status.now();
    Instant oldest = now.minus(span);
    Instant after = samples.isEmpty() ? oldest : samples.getLast().at();
    while (after != null && after.isBefore(now.minus(Duration.ofMillis(500)))) {
      after = page(after.isBefore(oldest) ? oldest : after, now);
    }
    samples = new ArrayList<>(samples.stream().filter(s -> !s.at().isBefore(oldest)).toList());
    return status;
  }

  /** Time of the last sample of a page, or null when there are no further ones. */
  private @Nullable Instant page(Instant after, Instant now) {
    String target =
        Target.of("power")
            .with("after", after.toString())
            .with("samples", Integer.toString(PAGE))
            .toString();
    List<PowerSample> more =
        controllers.one(Request.get(target), PowerStatus.class).samples().stream()
            .map(PowerSample::of)
            .toList();
    samples.addAll(more);
    boolean last = more.isEmpty() || !more.getLast().at().isBefore(now.minus(NEWEST));
    return last ? null : more.getLast().at();
  }

  /** In order of time. */
  List<PowerSample> samples() {
    return List.copyOf(samples);
  }
}
