package io.pliant.cli.power;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.json.Json;
import io.pliant.core.power.Corridor;
import io.pliant.core.spec.BeginTime;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Sets bounds of the power corridor. */
@Command(
    name = "set",
    description = "Set the bounds of the power corridor, now or from a time on. Operators only.")
public final class PowerSetCommand implements Callable<Integer> {
  private final Context context;

  @ParentCommand private @Nullable PowerCommand power;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = "--lower",
      paramLabel = "WATTS",
      required = true,
      description = "Least watts, 0 for no lower bound.")
  private double lower;

  @Option(
      names = "--upper",
      paramLabel = "WATTS",
      required = true,
      description = "Most watts, at least those of --lower.")
  private double upper;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "When they begin to hold: now+2minutes, 16:00, tomorrow, 2027-01-31T08:00 (now).")
  private @Nullable String at;

  public PowerSetCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    ClusterAccess reached = power == null ? access : power.accessOf(access);
    Corridor bounds = bounds();
    Instant from = from();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("lower", lower);
    body.put("upper", upper);
    if (from != null) {
      body.put("at", from.toString());
    }
    String answer =
        reached
            .connect(context)
            .text(Request.post(Target.of("power").toString(), Json.write(body)));
    context
        .terminal()
        .out()
        .println(
            reached.json()
                ? answer
                : from == null
                    ? "The power corridor is %s now.".formatted(PowerPage.range(bounds))
                    : "The power corridor is %s from %s on."
                        .formatted(PowerPage.range(bounds), PowerPage.time(from)));
    return 0;
  }

  private Corridor bounds() {
    try {
      return new Corridor(lower, upper);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
  }

  private @Nullable Instant from() {
    try {
      return at == null ? null : BeginTime.parse(at, Instant.now(), ZoneId.systemDefault());
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(
          "Expected --at as a time such as now+2minutes, 16:00 or 2027-01-31T08:00, but got '%s'."
              .formatted(at));
    }
  }
}
