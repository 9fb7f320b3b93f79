package io.pliant.cli.power;

import io.pliant.cli.Context;
import io.pliant.cli.command.ClusterAccess;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Target;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Removes all bounds of the power corridor. */
@Command(
    name = "clear",
    description = "Remove all bounds of the power corridor, those to come too. Operators only.")
public final class PowerClearCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  public PowerClearCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String answer = access.connect(context).text(Request.delete(Target.of("power").toString()));
    context
        .terminal()
        .out()
        .println(access.json() ? answer : "The power corridor has no bounds any more.");
    return 0;
  }
}
