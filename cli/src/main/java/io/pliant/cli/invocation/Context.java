package io.pliant.cli.invocation;

import io.pliant.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a command is given to work with.
 *
 * @param environment variables of the calling process
 * @param home folder of the distribution, that holds the {@code pliant} script
 */
public record Context(Terminal terminal, Map<String, String> environment, Path home) {
  /**
   * The context of this process; the launcher script names the distribution in {@code pliant.home}.
   */
  public static Context ofProcess() {
    Map<String, String> environment = System.getenv();
    return new Context(
        Terminal.detect(environment),
        environment,
        Path.of(System.getProperty("pliant.home", ".")).toAbsolutePath().normalize());
  }

  /** The name under which the command was called, for messages: {@code pliant}, {@code srun} ... */
  public String program() {
    return System.getProperty("pliant.name", "pliant");
  }

  /** Login name of the caller, as shown in tables; never used to decide what he may do. */
  public String user() {
    return System.getProperty("user.name", "nobody");
  }

  /** A variable, or null when it is unset or empty. */
  public @Nullable String variable(String name) {
    String value = environment.get(name);
    return value == null || value.isEmpty() ? null : value;
  }
}
