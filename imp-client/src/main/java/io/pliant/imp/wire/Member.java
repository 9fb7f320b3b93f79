package io.pliant.imp.wire;

/**
 * A task as the others of its job see it; on the wire {@code task@node@host:port}.
 *
 * @param task the word that names the task, unique within the job for ever
 * @param node the node it runs on
 * @param host where it takes connections of other tasks
 * @param port the TCP port there, 1..65535
 */
public record Member(String task, String node, String host, int port) {
  /** Checks that each part can stand in a list on a line. */
  public Member {
    for (String part : new String[] {task, node, host}) {
      if (part.isEmpty() || part.chars().anyMatch(c -> c <= ' ' || c == '@' || c == ',')) {
        throw new WireException(
            "Expected a word without spaces, '@' and ',', but got '" + part + "'.");
      }
    }
    if (port < 1 || port > 65535) {
      throw new WireException("Expected a port from 1 to 65535, but got " + port + ".");
    }
  }

  /** Reads {@code task@node@host:port}; the last colon ends the host. */
  public static Member parse(String text) {
    String[] parts = text.split("@", -1);
    int colon = parts.length == 3 ? parts[2].lastIndexOf(':') : -1;
    if (colon < 0) {
      throw new WireException("Expected task@node@host:port, but got '" + text + "'.");
    }
    try {
      int port = Integer.parseInt(parts[2].substring(colon + 1));
      return new Member(parts[0], parts[1], parts[2].substring(0, colon), port);
    } catch (NumberFormatException e) {
      throw new WireException("Expected task@node@host:port, but got '" + text + "'.", e);
    }
  }

  @Override
  public String toString() {
    return task + "@" + node + "@" + host + ":" + port;
  }
}
