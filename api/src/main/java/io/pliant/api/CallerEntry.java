package io.pliant.api;

import java.util.List;

/**
 * Who asks, and whom.
 *
 * @param user name that was proven
 * @param operator may act on jobs of others and on nodes
 * @param cluster name of the cluster
 * @param controller the one that answers
 * @param version of that controller
 * @param controllers where browsers reach the controllers that are members now, this one first
 */
public record CallerEntry(
    String user,
    boolean operator,
    String cluster,
    String controller,
    String version,
    List<String> controllers) {
  public CallerEntry {
    controllers = List.copyOf(controllers);
  }
}
