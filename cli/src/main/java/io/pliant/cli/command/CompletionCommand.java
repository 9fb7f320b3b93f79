package io.pliant.cli.command;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a script that completes command lines. */
@Command(
    name = "completion",
    description = "Print a script that completes command lines in bash or zsh.",
    footer = {
      "",
      "Examples:",
      "  source <(pliant completion bash)                         for this shell",
      "  pliant completion zsh > ~/.zsh/_pliant                   for all, with ~/.zsh in fpath"
    })
public final class CompletionCommand implements Callable<Integer> {
  private final Context context;
  private final Supplier<CommandLine> all;

  @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
  private String shell = "";

  /** Completes the commands of {@code all}, which is made when it is asked for. */
  public CompletionCommand(Context context, Supplier<CommandLine> all) {
    this.context = context;
    this.all = all;
  }

  @Override
  public Integer call() {
    CompletionScript script = CompletionScript.of(all.get());
    String text =
        switch (shell) {
          case "bash" -> script.bash();
          case "zsh" -> script.zsh();
          default -> throw CommandFailure.usage("Expected bash or zsh, but got '" + shell + "'.");
        };
    context.terminal().out().print(text);
    return 0;
  }
}
