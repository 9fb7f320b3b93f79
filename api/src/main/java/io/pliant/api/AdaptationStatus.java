package io.pliant.api;

import io.pliant.core.adaptation.ApplicationState;
import io.pliant.core.adaptation.Dialogue;
import io.pliant.core.adaptation.Kind;
import io.pliant.core.adaptation.Resize;
import io.pliant.core.adaptation.Stage;
import io.pliant.core.id.NodeName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the program of a malleable job stands, and the adaptation that is on its way.
 *
 * @param host controller that hosts the dialogue
 * @param tasks members of the program's group; 0 before all its first tasks have joined
 * @param current what is on its way, or null
 */
public record AdaptationStatus(String host, int tasks, @Nullable OnItsWay current) {
  /**
   * One adaptation on its way.
   *
   * @param number its number within the job
   * @param kind what it is to do
   * @param stage how far it is
   * @param nodes nodes that come or go as far as is agreed; empty for a loss
   * @param mandatory the program cannot refuse
   * @param begun when it began
   * @param deadline when it expires unless its window is open, or null when it does not
   */
  public record OnItsWay(
      int number,
      Kind kind,
      Stage stage,
      List<NodeName> nodes,
      boolean mandatory,
      Instant begun,
      @Nullable Instant deadline) {
    public OnItsWay {
      nodes = List.copyOf(nodes);
    }
  }

  /** What can be seen of a state. */
  public static AdaptationStatus of(ApplicationState state, String host) {
    Dialogue current = state.current();
    return new AdaptationStatus(
        host, state.world().size(), current == null ? null : onItsWay(current));
  }

  private static OnItsWay onItsWay(Dialogue current) {
    Resize resize = current.resize();
    return new OnItsWay(
        current.number(),
        current.kind(),
        current.stage(),
        current.agreedNodes(),
        resize == null || resize.mandatory(),
        current.times().begun(),
        current.deadline());
  }
}
