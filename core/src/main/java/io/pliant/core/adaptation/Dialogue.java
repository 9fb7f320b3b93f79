package io.pliant.core.adaptation;

import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One adaptation on its way.
 *
 * @param number its number within the job
 * @param kind what it is to do
 * @param resize what the partition wants, or null for a loss
 * @param stage how far it is
 * @param old the group before
 * @param agreed nodes that come or go as far as is agreed
 * @param joining tasks that join, in rank order; empty before ARMED
 * @param leaving words of tasks that leave; empty before ARMED
 * @param lost words of tasks that are gone
 * @param phase phase at which the window opened
 * @param times when it came to which step
 * @param deadline when it expires, or null when it does not
 */
public record Dialogue(
    int number,
    Kind kind,
    @Nullable Resize resize,
    Stage stage,
    List<Member> old,
    List<Slice> agreed,
    List<Member> joining,
    List<String> leaving,
    List<String> lost,
    int phase,
    Milestones times,
    @Nullable Instant deadline) {
  public Dialogue {
    old = List.copyOf(old);
    agreed = List.copyOf(agreed);
    joining = List.copyOf(joining);
    leaving = List.copyOf(leaving);
    lost = List.copyOf(lost);
  }

  static Dialogue offered(
      int number, Resize resize, List<Member> world, Instant begun, Instant deadline) {
    return new Dialogue(
        number,
        resize.kind(),
        resize,
        resize.kind().wished() ? Stage.PREPARING : Stage.OFFERED,
        world,
        resize.slices(),
        List.of(),
        List.of(),
        List.of(),
        0,
        Milestones.begun(begun),
        deadline);
  }

  static Dialogue loss(int number, List<Member> world, List<String> lost, Instant begun) {
    return new Dialogue(
        number,
        Kind.LOSS,
        null,
        Stage.ARMED,
        world,
        List.of(),
        List.of(),
        List.of(),
        lost,
        0,
        Milestones.begun(begun).armed(begun),
        null);
  }

  /** The window's group: the old members that live, then those that join. */
  public List<Member> union() {
    List<Member> union = new ArrayList<>();
    old.stream().filter(m -> !lost.contains(m.task())).forEach(union::add);
    union.addAll(joining);
    return union;
  }

  /** The group afterwards, once it is committed. */
  public List<Member> next() {
    return union().stream().filter(m -> !leaving.contains(m.task())).toList();
  }

  /** True when the program can say no. */
  public boolean optional() {
    return resize == null || !resize.mandatory();
  }

  /** Nodes that come or go as far as is agreed. */
  public List<NodeName> agreedNodes() {
    return agreed.stream().map(Slice::node).toList();
  }

  /** Members on nodes that are agreed to leave, in rank order. */
  List<String> onAgreedNodes() {
    List<NodeName> nodes = agreedNodes();
    return old.stream().filter(m -> nodes.contains(m.node())).map(Member::task).toList();
  }

  /** The same for a group that has only just formed. */
  Dialogue among(List<Member> members) {
    return new Dialogue(
        number, kind, resize, stage, members, agreed, joining, leaving, lost, phase, times,
        deadline);
  }

  Dialogue agreedOn(List<Slice> slices, Instant at) {
    return new Dialogue(
        number,
        kind,
        resize,
        Stage.PREPARING,
        old,
        slices,
        joining,
        leaving,
        lost,
        phase,
        times.agreed(at),
        deadline);
  }

  Dialogue armed(List<Member> join, List<String> leave, Instant at) {
    List<Slice> kept =
        kind.adds()
            ? agreed.stream()
                .filter(s -> join.stream().anyMatch(m -> m.node().equals(s.node())))
                .toList()
            : agreed;
    return new Dialogue(
        number,
        kind,
        resize,
        Stage.ARMED,
        old,
        kept,
        join,
        leave,
        lost,
        phase,
        times.armed(at),
        deadline);
  }

  Dialogue adapting(int atPhase, Instant at) {
    return new Dialogue(
        number,
        kind,
        resize,
        Stage.ADAPTING,
        old,
        agreed,
        joining,
        leaving,
        lost,
        atPhase,
        times.opened(at),
        deadline);
  }

  Dialogue until(Instant newDeadline) {
    return new Dialogue(
        number,
        kind,
        resize,
        stage,
        old,
        agreed,
        joining,
        leaving,
        lost,
        phase,
        times,
        newDeadline);
  }

  /** Rank order of joining tasks: by node in the order of the offer, then by word. */
  List<Member> inRankOrder(List<Member> join) {
    List<NodeName> nodes = agreedNodes();
    return join.stream()
        .sorted(
            Comparator.comparingInt((Member m) -> nodes.indexOf(m.node()))
                .thenComparing(m -> m.task().length())
                .thenComparing(Member::task))
        .toList();
  }
}
