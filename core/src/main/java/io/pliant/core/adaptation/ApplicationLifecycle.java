package io.pliant.core.adaptation;

import io.pliant.core.adaptation.ApplicationEvent.AdaptationBegun;
import io.pliant.core.adaptation.ApplicationEvent.AdaptationEnded;
import io.pliant.core.adaptation.ApplicationEvent.ApplicationEnlisted;
import io.pliant.core.adaptation.ApplicationEvent.ApplicationGivenUp;
import io.pliant.core.adaptation.ApplicationEvent.LossBegun;
import io.pliant.core.adaptation.ApplicationEvent.WorldFormed;
import io.pliant.core.id.NodeName;
import io.pliant.core.size.Terms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a malleable program's dialogue with its scheduler: pure, one for all kinds of
 * adaptations. They look at what is durable and at what was told last, never at a message, so that
 * messages may be lost, doubled and overtaken: who is asked tells it again.
 */
public final class ApplicationLifecycle {
  private ApplicationLifecycle() {}

  /** A new attempt's first tasks are ordered. One that is known already, or older, is nothing. */
  public static List<ApplicationEvent> enlist(
      ApplicationState state, ApplicationEnlisted enlistment) {
    if (enlistment.attempt() <= state.attempt()) {
      return List.of();
    }
    List<ApplicationEvent> events = new ArrayList<>();
    if (state.current() != null) {
      events.add(withdrawn(state, "attempt " + state.attempt() + " is over", enlistment.at()));
    }
    events.add(enlistment);
    return events;
  }

  /** All that follows from what is known: empty when nothing does. */
  public static List<ApplicationEvent> advance(
      ApplicationState state, ProgramReports sights, Instant now) {
    List<ApplicationEvent> events = new ArrayList<>();
    ApplicationState folded = state;
    for (List<ApplicationEvent> step = step(folded, sights, now);
        !step.isEmpty();
        step = step(folded, sights, now)) {
      for (ApplicationEvent event : step) {
        events.add(event);
        folded = folded.evolve(event);
      }
    }
    return events;
  }

  private static List<ApplicationEvent> step(
      ApplicationState state, ProgramReports sights, Instant now) {
    if (state.attempt() == 0 || sights.attempt() != state.attempt()) {
      return List.of();
    }
    if (sights.over() || state.givenUp() != null) {
      return state.current() == null
          ? List.of()
          : List.of(withdrawn(state, "the attempt is over", now));
    }
    if (state.world().isEmpty()) {
      List<ApplicationEvent> formed = form(state, sights, now);
      return formed.isEmpty() ? beforeTheWorld(state, sights, now) : formed;
    }
    List<ApplicationEvent> ends = memberEnds(state, sights, now);
    if (!ends.isEmpty()) {
      return ends;
    }
    Dialogue current = state.current();
    return current == null
        ? begin(state, sights, now)
        : new Progress(state, current, sights, now).step();
  }

  private static List<ApplicationEvent> form(
      ApplicationState state, ProgramReports sights, Instant now) {
    List<Member> members = new ArrayList<>();
    Seat absent = null;
    for (Seat seat : state.seats()) {
      TaskStanding task = sights.task(seat.task());
      if (sights.fate(seat.task()) == SeatFate.Fate.NODE_LOST) {
        String why = "node " + seat.node() + " was lost before the program took its place there";
        return List.of(new ApplicationGivenUp(state.job(), why, false, now));
      }
      if (task != null) {
        members.add(new Member(seat.task(), seat.node(), task.address()));
      } else if (absent == null || sights.ended(seat.task())) {
        absent = seat;
      }
    }
    if (absent == null) {
      return List.of(new WorldFormed(state.job(), members, now));
    }
    if (members.isEmpty() || !sights.ended(absent.task())) {
      return List.of(); // they may come yet, or none of them ever
    }
    String why =
        "task %s on node %s ended before it took its place in the program; the others would wait for ever"
            .formatted(absent.task(), absent.node());
    return List.of(new ApplicationGivenUp(state.job(), why, false, now));
  }

  /** A program that has not joined, and perhaps never will, lets its deadlines pass. */
  private static List<ApplicationEvent> beforeTheWorld(
      ApplicationState state, ProgramReports sights, Instant now) {
    Dialogue current = state.current();
    Resize wanted = sights.wanted();
    if (current != null) {
      return new Progress(state, current, sights, now).endsEarly();
    }
    return wanted == null || wanted.ledger() <= state.endedLedger()
        ? List.of()
        : List.of(begun(state, wanted, now));
  }

  private static AdaptationBegun begun(ApplicationState state, Resize wanted, Instant now) {
    Instant deadline = now.plus(state.enlistedTerms().deadline());
    return new AdaptationBegun(state.job(), state.adaptations() + 1, wanted, deadline, now);
  }

  /** A member that ends takes back what is on its way; one that is lost lets the others shrink. */
  private static List<ApplicationEvent> memberEnds(
      ApplicationState state, ProgramReports sights, Instant now) {
    List<String> ended = state.world().stream().map(Member::task).filter(sights::ended).toList();
    Dialogue current = state.current();
    List<String> known = current == null ? List.of() : current.lost();
    List<String> fresh = ended.stream().filter(task -> !known.contains(task)).toList();
    if (fresh.isEmpty()) {
      return List.of();
    }
    boolean badly = fresh.stream().anyMatch(t -> sights.fate(t) != SeatFate.Fate.ENDED_WELL);
    if (current != null && (current.kind() != Kind.LOSS || badly)) {
      boolean inWindow = badly && current.stage() == Stage.ADAPTING || current.kind() == Kind.LOSS;
      Result result = inWindow ? Result.ABORTED : Result.WITHDRAWN;
      String why = "task " + fresh.getFirst() + (badly ? " was lost" : " has ended");
      return List.of(ended(state, current, result, why, now));
    }
    return current == null && badly ? lose(state, ended, now) : List.of();
  }

  /** The survivors go on without those tasks, or the attempt is given up. */
  static List<ApplicationEvent> lose(ApplicationState state, List<String> lost, Instant now) {
    List<Member> left = state.world().stream().filter(m -> !lost.contains(m.task())).toList();
    if (left.isEmpty()) {
      return List.of();
    }
    int nodes = (int) left.stream().map(Member::node).distinct().count();
    int least = state.enlistedTerms().minNodes();
    if (nodes < least) {
      String why =
          "Expected at least %d nodes to go on, but after the loss of task %s there are %d."
              .formatted(least, lost.getFirst(), nodes);
      return List.of(new ApplicationGivenUp(state.job(), why, false, now));
    }
    return List.of(new LossBegun(state.job(), state.adaptations() + 1, lost, now));
  }

  private static List<ApplicationEvent> begin(
      ApplicationState state, ProgramReports sights, Instant now) {
    Resize wanted = sights.wanted();
    if (wanted == null || wanted.ledger() <= state.endedLedger()) {
      return List.of();
    }
    AdaptationBegun begun = begun(state, wanted, now);
    String why = whyNot(state, sights, wanted);
    if (why == null) {
      return List.of(begun);
    }
    AdaptationEnded refused =
        new AdaptationEnded(
            state.job(), begun.number(), Result.WITHDRAWN, List.of(), false, why, now);
    return List.of(begun, refused);
  }

  /** Why a resize is impossible for the group as it is now, or null. */
  private static @Nullable String whyNot(
      ApplicationState state, ProgramReports sights, Resize wanted) {
    List<NodeName> nodes = state.nodes();
    Terms terms = state.enlistedTerms();
    boolean known = nodes.stream().anyMatch(wanted.nodes()::contains);
    if (state.world().stream().anyMatch(m -> sights.ended(m.task()))) {
      return "the program is ending";
    }
    if (wanted.kind().adds()) {
      return known
          ? "node " + wanted.nodes().getFirst() + " is the job's already"
          : nodes.size() + wanted.nodes().size() > terms.maxNodes()
              ? "its maximum of " + terms.maxNodes() + " nodes would be passed"
              : null;
    }
    if (!nodes.containsAll(wanted.nodes()) || wanted.nodes().contains(nodes.getFirst())) {
      return "the nodes must be the job's own without its first, which is " + nodes.getFirst();
    }
    return nodes.size() - wanted.nodes().size() < terms.minNodes()
        ? "fewer nodes than its minimum of " + terms.minNodes() + " would be left"
        : null;
  }

  static AdaptationEnded withdrawn(ApplicationState state, String why, Instant now) {
    return ended(state, state.going(), Result.WITHDRAWN, why, now);
  }

  static AdaptationEnded ended(
      ApplicationState state, Dialogue current, Result result, String why, Instant now) {
    return new AdaptationEnded(
        state.job(),
        current.number(),
        result,
        result.committed() ? current.agreed() : List.of(),
        false,
        why,
        now);
  }
}
