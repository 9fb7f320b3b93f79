package io.pliant.runtime.controller.http;

import io.pliant.actors.api.PowerGateway;
import io.pliant.api.BoundsRequest;
import io.pliant.core.power.Corridor;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Routes under {@code /v1/power}. */
final class PowerRoutes {
  /** Samples of one answer; a client that wants more asks for those after the last. */
  static final int MOST_SAMPLES = 600;

  private static final String CHANGE = "change the power corridor";

  private final PowerGateway power;
  private final Waiting waiting;
  private final Privacy privacy;

  PowerRoutes(PowerGateway power, Waiting waiting, Privacy privacy) {
    this.power = power;
    this.waiting = waiting;
    this.privacy = privacy;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/power", this::show, "after", "samples"),
        Route.post("/v1/power", this::set),
        new Route("DELETE", "/v1/power", Route.Access.USER, Set.of(), this::clear));
  }

  private Reply show(Call call) throws InterruptedException {
    int samples = (int) call.number("samples", 0, 0, MOST_SAMPLES);
    return Reply.ok(waiting.answer(power.show(call.query("after", PowerRoutes::time), samples)));
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "Expected a time such as 2027-01-31T08:00:00Z, but got '%s'.".formatted(text), e);
    }
  }

  private Reply set(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    BoundsRequest asked = call.body(BoundsRequest.class);
    return Reply.ok(waiting.answer(power.set(bounds(asked), asked.at(), call.caller())));
  }

  private static Corridor bounds(BoundsRequest asked) {
    try {
      return new Corridor(asked.lower(), asked.upper());
    } catch (IllegalArgumentException e) {
      throw ApiFailure.invalid(String.valueOf(e.getMessage()));
    }
  }

  private Reply clear(Call call) throws InterruptedException {
    privacy.requireOperator(call.caller(), CHANGE);
    return Reply.ok(waiting.answer(power.clear(call.caller())));
  }
}
