package io.pliant.core.step;

import java.util.regex.Pattern;

/**
 * Who looks at a running step from outside: its nodes connect to it as to an attached client, but
 * it gives them nothing, and its going changes nothing.
 *
 * @param host numeric address on which it listens: no node asks a name service for it
 * @param port its port
 * @param secret one-time word that a node presents on connecting, of letters and digits
 * @param usage to be told once what each task has used so far; false for the tasks' output from now
 *     on
 */
public record Onlooker(String host, int port, String secret, boolean usage) {
  private static final Pattern ADDRESS = Pattern.compile("[0-9a-fA-F:.]{2,45}");
  private static final Pattern SECRET = Pattern.compile("[0-9A-Za-z_-]{8,128}");

  public Onlooker {
    if (!ADDRESS.matcher(host).matches()) {
      throw new IllegalArgumentException(
          "Expected a numeric address such as 10.0.0.7, but got '%.60s'.".formatted(host));
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException(
          "Expected a port from 1 to 65535, but got %d.".formatted(port));
    }
    if (!SECRET.matcher(secret).matches()) {
      throw new IllegalArgumentException(
          "Expected a secret of 8 to 128 letters and digits, but got another one.");
    }
  }

  /** The line of it in a step's folder. */
  public String line() {
    return host + " " + port + " " + secret + " " + (usage ? "usage" : "output") + "\n";
  }
}
