package io.pliant.runtime.power;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The most that a node may draw. Called by one thread. */
public interface PowerCap {
  /**
   * The node is to draw no more than this; called each second while it is so. Where that cannot be
   * done the log says why, and nothing follows.
   *
   * @param watts of the whole node, above 0
   */
  void limit(int watts);

  /** Makes all as it was before the first cap. */
  void lift();

  /**
   * What caps a node; a cap that an earlier agent left behind is lifted.
   *
   * @param meter of the node, or null
   * @param file where it may remember what it has changed
   * @param node for the log
   */
  static PowerCap of(PowerSettings settings, @Nullable NodeMeter meter, Path file, String node) {
    Logger log = LoggerFactory.getLogger(PowerCap.class);
    Consumer<String> complaints =
        new Complaints(text -> log.warn("Power cap of node {}: {}", node, text), System::nanoTime);
    PowerCap none = new NotAllowed(complaints);
    if (meter != null && meter.followsJobs()) {
      return settings.mayCap() ? new EmulatedCap(meter) : none;
    }
    RaplCap rapl = new RaplCap(settings.powercap(), file, System::nanoTime, complaints);
    rapl.lift();
    return settings.mayCap() ? rapl : none;
  }

  /** For a node that may not be capped: says so, once for each time that it is asked for. */
  final class NotAllowed implements PowerCap {
    private final Consumer<String> complaints;
    private boolean said;

    NotAllowed(Consumer<String> complaints) {
      this.complaints = complaints;
    }

    @Override
    public void limit(int watts) {
      if (!said) {
        complaints.accept(
            "a controller asks for %d W, but node.power.cap is off; set it to allow"
                .formatted(watts));
      }
      said = true;
    }

    @Override
    public void lift() {
      said = false;
    }
  }

  /** The cap of an emulated node. */
  record EmulatedCap(NodeMeter meter) implements PowerCap {
    @Override
    public void limit(int watts) {
      meter.cap(watts);
    }

    @Override
    public void lift() {
      meter.cap(0);
    }
  }
}
