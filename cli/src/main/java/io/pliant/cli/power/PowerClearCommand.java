package io.pliant.cli.power;

import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Removes all bounds of the power corridor. */
@Command(
    name = "clear",
    description = "Remove all bounds of the power corridor, those to come too. Operators only.")
public final class PowerClearCommand implements Callable<Integer> {
  private final Context context;

  @ParentCommand private @Nullable PowerCommand power;

  @Mixin private ClusterAccess access = new ClusterAccess();

  public PowerClearCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    ClusterAccess reached = power == null ? access : power.accessOf(access);
    String answer = reached.connect(context).text(Request.delete(Target.of("power").toString()));
    context
        .terminal()
        .out()
        .println(reached.json() ? answer : "The power corridor has no bounds any more.");
    return 0;
  }
}
