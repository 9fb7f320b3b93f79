package io.pliant.core.adaptation;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.size.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A malleable program as its scheduler knows it; the fold of its events.
 *
 * @param version number of events folded; numbers what is sent to agents
 * @param attempt the attempt it is about, 0 before the first
 * @param partition where it runs, or null before the first attempt
 * @param terms what was said at submission, or null before the first attempt
 * @param seats the attempt's first tasks by rank
 * @param secret opens connections between tasks
 * @param first the first world; empty before it has formed
 * @param world the group now, by rank; empty before the first has formed
 * @param adaptations number of the newest adaptation, 0 for none
 * @param current the adaptation on its way, or null when idle
 * @param outcomes how the newest adaptations ended, oldest first
 * @param lastResize end of the last adaptation that the partition wanted, for its ledger; or null
 * @param granted the newest requests that were granted, oldest first
 * @param givenUp why the attempt cannot go on, or null
 * @param vacated nodes that lost their last member in a loss, oldest first
 * @param changes the newest adaptations that are over, oldest first
 */
public record ApplicationState(
    JobId job,
    long version,
    int attempt,
    @Nullable PartitionName partition,
    @Nullable Terms terms,
    List<Seat> seats,
    String secret,
    List<Member> first,
    List<Member> world,
    int adaptations,
    @Nullable Dialogue current,
    List<NodeOrder.Outcome> outcomes,
    @Nullable LedgerEnd lastResize,
    List<NodeOrder.Reply> granted,
    ApplicationEvent.@Nullable ApplicationGivenUp givenUp,
    List<Vacancy> vacated,
    List<SizeChange> changes) {
  /** Adaptations that are remembered for people. */
  static final int REMEMBERED = 100;

  /** Granted requests that are remembered, so that repeating one grants nothing more. */
  static final int REQUESTS = 32;

  /** Outcomes that are repeated, for agents that missed one. */
  static final int OUTCOMES = 8;

  public static ApplicationState unknown(JobId job) {
    return new ApplicationState(
        job, 0, 0, null, null, List.of(), "", List.of(), List.of(), 0, null, List.of(), null,
        List.of(), null, List.of(), List.of());
  }

  /** Nodes of the group, the leader's first. */
  public List<NodeName> nodes() {
    return world.stream().map(Member::node).distinct().toList();
  }

  /** What was said at submission; throws IllegalStateException before the first attempt. */
  public Terms enlistedTerms() {
    if (terms == null) {
      throw new IllegalStateException(
          "Expected job %s to have a malleable program, but it has none.".formatted(job));
    }
    return terms;
  }

  /** Number in the ledger of the newest resize that has ended, 0 for none. */
  public long endedLedger() {
    return lastResize == null ? 0 : lastResize.ledger();
  }

  /** The state after one more event. */
  public ApplicationState evolve(ApplicationEvent event) {
    Change to = new Change(this);
    switch (event) {
      case ApplicationEvent.ApplicationEnlisted e -> to.enlisted(e);
      case ApplicationEvent.WorldFormed e -> to.first(e.members());
      case ApplicationEvent.AdaptationBegun e ->
          to.begunFor(Dialogue.offered(e.number(), e.resize(), world, e.at(), e.deadline()));
      case ApplicationEvent.OfferAgreed e -> to.current(going().agreedOn(e.slices(), e.at()));
      case ApplicationEvent.AdaptationArmed e ->
          to.current(going().armed(e.joining(), e.leaving(), e.at()));
      case ApplicationEvent.LossBegun e ->
          to.begun(Dialogue.loss(e.number(), world, e.lost(), e.at()));
      case ApplicationEvent.WindowOpened e -> to.current(going().adapting(e.phase(), e.at()));
      case ApplicationEvent.DeadlineExtended e -> to.current(going().until(e.until()));
      case ApplicationEvent.AdaptationEnded e -> to.ended(going(), e);
      case ApplicationEvent.ApplicationGivenUp e -> to.givenUp = e;
    }
    return to.state();
  }

  /** The adaptation on its way. */
  Dialogue going() {
    return Objects.requireNonNull(current, () -> "no adaptation of job " + job + " is on its way");
  }

  /** Copies a state with a few components changed. */
  private static final class Change {
    private final ApplicationState from;
    private int attempt;
    private @Nullable PartitionName partition;
    private @Nullable Terms terms;
    private List<Seat> seats;
    private String secret;
    private List<Member> first;
    private List<Member> world;
    private int adaptations;
    private @Nullable Dialogue current;
    private List<NodeOrder.Outcome> outcomes;
    private @Nullable LedgerEnd lastResize;
    private List<NodeOrder.Reply> granted;
    private ApplicationEvent.@Nullable ApplicationGivenUp givenUp;
    private List<Vacancy> vacated;
    private List<SizeChange> changes;

    Change(ApplicationState from) {
      this.from = from;
      attempt = from.attempt;
      partition = from.partition;
      terms = from.terms;
      seats = from.seats;
      secret = from.secret;
      first = from.first;
      world = from.world;
      adaptations = from.adaptations;
      current = from.current;
      outcomes = from.outcomes;
      lastResize = from.lastResize;
      granted = from.granted;
      givenUp = from.givenUp;
      vacated = from.vacated;
      changes = from.changes;
    }

    void enlisted(ApplicationEvent.ApplicationEnlisted event) {
      attempt = event.attempt();
      partition = event.partition();
      terms = event.terms();
      seats = event.seats();
      secret = event.secret();
      first = List.of();
      world = List.of();
      current = null;
      outcomes = List.of();
      lastResize = null;
      granted = List.of();
      givenUp = null;
      vacated = List.of();
    }

    void first(List<Member> members) {
      first = members;
      world = members;
      current = current == null ? null : current.among(members);
    }

    void begun(Dialogue dialogue) {
      current = dialogue;
      adaptations = dialogue.number();
    }

    void begunFor(Dialogue dialogue) {
      begun(dialogue);
      String request = Objects.requireNonNull(dialogue.resize()).request();
      if (request != null) {
        granted = newest(granted, new NodeOrder.Reply(request, dialogue.number(), ""), REQUESTS);
      }
    }

    void current(Dialogue dialogue) {
      current = dialogue;
    }

    void ended(Dialogue dialogue, ApplicationEvent.AdaptationEnded event) {
      if (event.result().committed()) {
        world = dialogue.next();
        vacate(dialogue);
      }
      current = null;
      outcomes =
          newest(
              outcomes,
              new NodeOrder.Outcome(
                  dialogue.number(),
                  event.result().wire(),
                  dialogue.union().stream().map(Member::task).toList()),
              OUTCOMES);
      Resize resize = dialogue.resize();
      if (resize != null) {
        lastResize =
            new LedgerEnd(attempt, resize.ledger(), event.result(), event.slices(), event.forced());
      }
      changes =
          newest(
              changes,
              new SizeChange(
                  dialogue.number(),
                  dialogue.kind(),
                  event.result(),
                  event.slices().stream().map(s -> s.node()).toList(),
                  (int) world.stream().map(Member::node).distinct().count(),
                  event.reason(),
                  dialogue.times().begun(),
                  dialogue.times().agreed(),
                  dialogue.times().armed(),
                  dialogue.times().opened(),
                  event.at()),
              REMEMBERED);
    }

    private static <T> List<T> newest(List<T> known, T one, int most) {
      List<T> all = new ArrayList<>(known);
      all.add(one);
      return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
    }

    private void vacate(Dialogue dialogue) {
      if (dialogue.kind() != Kind.LOSS) {
        return;
      }
      List<NodeName> left = dialogue.next().stream().map(Member::node).toList();
      List<NodeName> gone =
          dialogue.old().stream()
              .map(Member::node)
              .distinct()
              .filter(n -> !left.contains(n))
              .toList();
      if (!gone.isEmpty()) {
        List<Vacancy> all = new ArrayList<>(vacated);
        all.add(new Vacancy(dialogue.number(), gone));
        vacated = all;
      }
    }

    ApplicationState state() {
      return new ApplicationState(
          from.job,
          from.version + 1,
          attempt,
          partition,
          terms,
          seats,
          secret,
          first,
          world,
          adaptations,
          current,
          outcomes,
          lastResize,
          granted,
          givenUp,
          List.copyOf(vacated),
          changes);
    }
  }
}
