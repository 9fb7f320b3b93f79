package io.pliant.core.adaptation;

import io.pliant.core.adaptation.ApplicationEvent.AdaptationArmed;
import io.pliant.core.adaptation.ApplicationEvent.AdaptationEnded;
import io.pliant.core.adaptation.ApplicationEvent.ApplicationGivenUp;
import io.pliant.core.adaptation.ApplicationEvent.DeadlineExtended;
import io.pliant.core.adaptation.ApplicationEvent.OfferAgreed;
import io.pliant.core.adaptation.ApplicationEvent.WindowOpened;
import io.pliant.core.id.NodeName;
import io.pliant.core.resource.Slice;
import io.pliant.core.size.Terms.OnOffer;
import io.pliant.core.size.Terms.Winner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The next step of the adaptation that is on its way, from what is known now. */
final class Progress {
  private final ApplicationState state;
  private final Dialogue current;
  private final ProgramReports sights;
  private final Instant now;

  Progress(ApplicationState state, Dialogue current, ProgramReports sights, Instant now) {
    this.state = state;
    this.current = current;
    this.sights = sights;
    this.now = now;
  }

  List<ApplicationEvent> step() {
    List<ApplicationEvent> early = current.stage() == Stage.ADAPTING ? List.of() : endsEarly();
    if (!early.isEmpty()) {
      return early;
    }
    return switch (current.stage()) {
      case OFFERED -> offered();
      case PREPARING -> current.kind().adds() ? preparing() : List.of(armShrink());
      case ARMED -> armed();
      case ADAPTING -> adapting();
    };
  }

  // ---- taken back, or too late

  List<ApplicationEvent> endsEarly() {
    Resize resize = current.resize();
    if (resize == null) {
      return List.of();
    }
    if (sights.withdrawn() == resize.ledger()) {
      return end(Result.WITHDRAWN, "the scheduler took it back");
    }
    boolean asked = !ApplicationOrders.unanswered(state, sights).isEmpty();
    boolean applicationWins = state.enlistedTerms().winner() == Winner.APPLICATION;
    if (current.stage() == Stage.OFFERED && asked && applicationWins && !resize.mandatory()) {
      return end(Result.WITHDRAWN, "the program's own request prevails");
    }
    Instant deadline = current.deadline();
    return deadline == null || now.isBefore(deadline) ? List.of() : expire(resize);
  }

  private List<ApplicationEvent> expire(Resize resize) {
    String why = "its deadline came first";
    if (!resize.mandatory() || !current.kind().removes() || state.world().isEmpty()) {
      return end(Result.EXPIRED, why);
    }
    return switch (state.enlistedTerms().onShrinkTimeout()) {
      case EXTEND ->
          List.of(
              new DeadlineExtended(
                  state.job(), current.number(), now.plus(state.enlistedTerms().deadline()), now));
      case REQUEUE ->
          List.of(
              ended(Result.EXPIRED, List.of(), false, why),
              new ApplicationGivenUp(
                  state.job(),
                  "It was to give up %d node(s) and did not in time."
                      .formatted(resize.nodes().size()),
                  true,
                  now));
      case KILL_LEAVING -> {
        List<ApplicationEvent> events = new ArrayList<>();
        events.add(ended(Result.EXPIRED, current.agreed(), true, why + "; they are taken"));
        ApplicationState after = state.evolve(events.getFirst());
        events.addAll(ApplicationLifecycle.lose(after, current.onAgreedNodes(), now));
        yield events;
      }
    };
  }

  // ---- the offer

  private List<ApplicationEvent> offered() {
    Answer said = sights.answers().get(current.number());
    if (said == null) {
      return List.of();
    }
    boolean refuses =
        said.verdict() == Answer.Verdict.REFUSE
            || (said.verdict() == Answer.Verdict.DEFAULT
                && state.enlistedTerms().onOffer() == OnOffer.REFUSE);
    if (refuses) {
      return current.optional() ? end(Result.REFUSED, said.reason()) : List.of();
    }
    return switch (said.verdict()) {
      case ACCEPT, DEFAULT, REFUSE -> List.of(agreed(current.agreed()));
      case PART -> part(said);
      case COUNTER ->
          current.optional()
              ? end(Result.COUNTERED, "would take " + said.nodes() + " nodes")
              : List.of();
    };
  }

  private List<ApplicationEvent> part(Answer said) {
    int wanted = current.agreed().size();
    if (said.nodes() < 1 || (!current.optional() && said.nodes() < wanted)) {
      return current.optional() ? end(Result.REFUSED, said.reason()) : List.of();
    }
    int kept = Math.min(said.nodes(), wanted);
    // of nodes that come the first, of nodes that go the last: the leader's neighbours stay
    return List.of(
        agreed(
            current.kind().adds()
                ? current.agreed().subList(0, kept)
                : current.agreed().subList(wanted - kept, wanted)));
  }

  private OfferAgreed agreed(List<Slice> slices) {
    return new OfferAgreed(state.job(), current.number(), slices, now);
  }

  // ---- the tasks that join

  private List<ApplicationEvent> preparing() {
    List<SeatFate> seats = sights.joining(current.number());
    if (seats.isEmpty()) {
      return List.of();
    }
    List<NodeName> failed =
        seats.stream()
            .filter(f -> f.fate() != SeatFate.Fate.ALIVE)
            .map(f -> f.seat().node())
            .distinct()
            .toList();
    List<SeatFate> others = seats.stream().filter(f -> !failed.contains(f.seat().node())).toList();
    boolean whole = state.enlistedTerms().onOffer() == OnOffer.ALL_OR_NOTHING;
    if (!failed.isEmpty() && (whole || others.isEmpty())) {
      return end(
          Result.ABORTED,
          "node %s: %s".formatted(failed.getFirst(), messageOf(seats, failed.getFirst())));
    }
    List<Member> joining = new ArrayList<>();
    for (SeatFate seat : others) {
      TaskStanding task = sights.task(seat.seat().task());
      if (task == null || !task.ready()) {
        return List.of();
      }
      joining.add(new Member(task.task(), seat.seat().node(), task.address()));
    }
    return List.of(
        new AdaptationArmed(
            state.job(), current.number(), current.inRankOrder(joining), List.of(), now));
  }

  private static String messageOf(List<SeatFate> seats, NodeName node) {
    return seats.stream()
        .filter(f -> f.seat().node().equals(node) && !f.message().isEmpty())
        .map(SeatFate::message)
        .findFirst()
        .orElse("its tasks did not start");
  }

  private AdaptationArmed armShrink() {
    return new AdaptationArmed(
        state.job(), current.number(), List.of(), current.onAgreedNodes(), now);
  }

  // ---- the window

  private List<ApplicationEvent> armed() {
    List<ApplicationEvent> broken = broken();
    if (!broken.isEmpty()) {
      return broken;
    }
    List<Member> union = current.union();
    for (Member member : union) {
      TaskStanding task = sights.task(member.task());
      if (task == null || task.entered() < current.number()) {
        return List.of();
      }
    }
    TaskStanding leader = Objects.requireNonNull(sights.task(union.getFirst().task()));
    return List.of(new WindowOpened(state.job(), current.number(), leader.phase(), now));
  }

  private List<ApplicationEvent> adapting() {
    List<ApplicationEvent> broken = broken();
    if (!broken.isEmpty()) {
      return broken;
    }
    for (Member member : current.union()) {
      TaskStanding task = sights.task(member.task());
      if (task == null || task.committed() < current.number()) {
        return List.of();
      }
    }
    Resize resize = current.resize();
    boolean part = resize != null && current.agreed().size() < resize.slices().size();
    return end(part ? Result.COMMITTED_IN_PART : Result.COMMITTED, "");
  }

  /** A task that joins is gone, or somebody gave the adaptation up. */
  private List<ApplicationEvent> broken() {
    for (Member member : current.union()) {
      TaskStanding task = sights.task(member.task());
      if (task != null && task.aborted() == current.number()) {
        return end(Result.ABORTED, "task " + task.task() + ": " + task.reason());
      }
    }
    for (Member member : current.joining()) {
      if (sights.ended(member.task())) {
        return end(
            Result.ABORTED, "node %s: task %s has ended".formatted(member.node(), member.task()));
      }
    }
    return List.of();
  }

  private List<ApplicationEvent> end(Result result, @Nullable String why) {
    return List.of(
        ended(
            result,
            result.committed() ? current.agreed() : List.of(),
            false,
            why == null ? "" : why));
  }

  private AdaptationEnded ended(Result result, List<Slice> slices, boolean forced, String why) {
    return new AdaptationEnded(state.job(), current.number(), result, slices, forced, why, now);
  }
}
