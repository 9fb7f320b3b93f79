package io.pliant.runtime.controller.http;

import io.pliant.actors.api.ClusterGateway;
import io.pliant.api.ControllerStatus;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where browsers reach the controllers of this cluster. */
final class ControllerUrls {
  private static final int MOST_KNOWN = 64;

  private final ClusterGateway gateway;
  private final @Nullable String own;
  private final Set<String> known = new LinkedHashSet<>(); // the oldest first

  /**
   * @param own null when it is not known
   */
  ControllerUrls(ClusterGateway gateway, @Nullable String own) {
    this.gateway = gateway;
    this.own = own;
  }

  /** Of the controllers that are members now: this one first. */
  List<String> current() {
    List<String> urls = new ArrayList<>();
    if (own != null) {
      urls.add(own);
    }
    // the membership is at hand: there is nothing to wait for
    ControllerStatus status = gateway.status().toCompletableFuture().getNow(null);
    if (status != null) {
      status.members().stream()
          .map(ControllerStatus.Member::http)
          .filter(Objects::nonNull)
          .filter(url -> !url.equals(own))
          .sorted()
          .forEach(urls::add);
    }
    return List.copyOf(urls);
  }

  /**
   * True for one that is a member, or was one since this process has started: its pages go on here
   * when it is gone.
   */
  synchronized boolean isKnown(String origin) {
    return known.contains(origin) || current().contains(origin);
  }

  /** To be called when members have come or gone. */
  synchronized void look() {
    for (String url : current()) {
      known.remove(url);
      known.add(url);
    }
    for (Iterator<String> oldest = known.iterator(); known.size() > MOST_KNOWN; ) {
      oldest.next();
      oldest.remove();
    }
  }
}
