package io.pliant.imp;

import io.pliant.imp.internal.CommClock;
import io.pliant.imp.internal.Fabric;
import io.pliant.imp.internal.FabricOptions;
import io.pliant.imp.internal.TcpCommunicator;
import io.pliant.imp.wire.Member;
import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a task knows of its job, and what it owes its agent. Heard lines change it; the program
 * waits on it.
 */
final class Session implements AgentLink.Owner {
  final Rendezvous rendezvous = new Rendezvous();
  final CommClock clock = new CommClock();
  private final ImpOptions options;
  private final Fabric fabric;
  private final @Nullable AgentLink link;
  private final Debts debts = new Debts(this::send);
  private final OpenRequests requests;
  private final OfferAnswers offers;
  private final Membership membership;
  private @Nullable RuntimeException failure;
  private boolean welcomed;
  private boolean closed;
  private int phase;

  private Session(ImpOptions options, Fabric fabric) {
    this.options = options;
    this.fabric = fabric;
    this.offers = new OfferAnswers(this::send);
    this.requests = new OpenRequests(options.task(), debts);
    this.membership =
        new Membership(
            options.task(),
            rendezvous,
            (context, members) -> new TcpCommunicator(fabric, context, members, clock));
    Path socket = options.socket();
    this.link = socket == null ? null : new AgentLink(options, socket, this);
  }

  static Session open(ImpOptions options, OfferPolicy policy) throws IOException {
    Fabric fabric =
        Fabric.open(
            new FabricOptions(
                options.host(), options.heartbeat(), options.silence(), options.limitPerPeer()));
    Session session = new Session(options, fabric);
    session.offers.policy(policy);
    try {
      session.start();
    } catch (IOException | RuntimeException e) {
      fabric.sever("it could not start");
      throw e;
    }
    return session;
  }

  private void start() throws IOException {
    Thread courier = new Thread(this::carry, "pliant-courier");
    courier.setDaemon(true);
    courier.start();
    if (link == null) {
      Member self = new Member(options.task(), "localhost", options.host(), fabric.port());
      synchronized (this) {
        startFabric("");
        membership.begin(List.of(self));
      }
      return;
    }
    link.open();
    synchronized (this) {
      await(() -> welcomed);
    }
  }

  private void carry() {
    try {
      rendezvous.carry();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void startFabric(String secret) {
    fabric.start(options.task(), secret, this::lost, rendezvous::hear);
  }

  // ---- what the agent hears

  @Override
  public WireMessage hello() {
    return WireMessage.of("hello")
        .with("version", WireMessage.VERSION)
        .with("task", options.task())
        .with("address", options.host() + ":" + fabric.port());
  }

  @Override
  public List<WireMessage> owed() {
    return debts.all();
  }

  void send(WireMessage message) {
    if (link != null) {
      link.send(message);
    }
  }

  // ---- what the agent says

  @Override
  public synchronized void hear(WireMessage message) {
    switch (message.command()) {
      case "welcome" -> welcome(message);
      case "adapt" -> adapt(Armed.read(message));
      case "window" -> {
        if (membership.open(message.number("adaptation"))) {
          phase = message.number("phase");
        }
      }
      case "outcome" -> outcome(message);
      case "offer" -> offers.take(message);
      case "granted", "denied" -> requests.reply(message);
      case "lost" -> lost(message.need("task"), message.need("reason"));
      case "stop", "rejected" ->
          fail(
              new IllegalStateException(
                  "Expected to go on, but the scheduler says: " + message.need("reason")));
      default ->
          throw new WireException("Expected a line of version 1, but got " + message.encode());
    }
    notifyAll();
  }

  private void welcome(WireMessage message) {
    if (message.number("version") != WireMessage.VERSION) {
      throw new WireException(
          "Expected an agent of version "
              + WireMessage.VERSION
              + ", but it speaks "
              + message.need("version")
              + ".");
    }
    if (welcomed) {
      return; // a new agent
    }
    startFabric(message.need("secret"));
    switch (message.need("status")) {
      case "initial" -> membership.begin(message.members("members"));
      case "joining" -> membership.join();
      default ->
          throw new WireException(
              "Expected status=initial or joining, but got " + message.need("status") + ".");
    }
    welcomed = true;
  }

  private void adapt(Armed fresh) {
    if (membership.arm(fresh)) {
      debts.settle("ready");
    }
  }

  private void outcome(WireMessage message) {
    if (membership.end(message.number("adaptation"), result(message.need("result")))) {
      debts.settle("enter");
      debts.settle("commit");
    }
  }

  private static Outcome result(String word) {
    for (Outcome outcome : Outcome.values()) {
      if (outcome.name().toLowerCase(Locale.ROOT).equals(word)) {
        return outcome;
      }
    }
    throw new WireException(
        "Expected committed, aborted, withdrawn or expired, but got result=" + word + ".");
  }

  /** A task is gone, as our fabric or the agent saw it. */
  private synchronized void lost(String task, String why) {
    if (closed) {
      return;
    }
    membership.lose(task, why);
    send(WireMessage.of("lost").with("task", task).with("reason", why));
    notifyAll();
  }

  @Override
  public synchronized void fail(RuntimeException cause) {
    if (failure == null && !closed) {
      failure = cause;
      rendezvous.fail(cause);
      fabric.sever(String.valueOf(cause.getMessage()));
      requests.fail(cause);
    }
    notifyAll();
  }

  // ---- what the program asks

  /** A condition on this session's state. */
  interface Condition {
    boolean holds();
  }

  /** Waits; throws what the session failed with. */
  synchronized void await(Condition condition) {
    while (true) {
      if (failure != null) {
        throw new IllegalStateException(failure.getMessage(), failure);
      }
      if (condition.holds()) {
        return;
      }
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Expected to wait, but the thread was interrupted.", e);
      }
    }
  }

  synchronized TcpCommunicator world() {
    return membership.world();
  }

  synchronized boolean isMember() {
    return membership.isMember();
  }

  /** The number of the armed adaptation, or 0. */
  synchronized int armed() {
    return membership.armed();
  }

  synchronized @Nullable Outcome outcome(int adaptation) {
    return membership.outcome(adaptation);
  }

  /**
   * The window of an adaptation; waits until all its tasks are there, or it is over.
   *
   * @param wanted its number; 0 for whichever is armed, or will be
   */
  synchronized Window enter(Imp imp, int wanted) {
    if (membership.waitsToJoin()) {
      debts.owe("ready", WireMessage.of("ready"));
    }
    await(() -> membership.chosen(wanted) != 0);
    int id = membership.chosen(wanted);
    if (membership.outcome(id) == null) {
      debts.owe("enter", WireMessage.of("enter").with("adaptation", id).with("phase", phase));
      await(() -> membership.isOpen(id) || membership.outcome(id) != null);
      debts.settle("enter");
    }
    Outcome early = membership.outcome(id);
    if (early == null) {
      return membership.window(imp);
    }
    rendezvous.pass();
    return Window.shut(imp, early);
  }

  /** Says how the window ended here and waits for how it ended for all. */
  synchronized Outcome leave(int id, TcpCommunicator group, WireMessage word) {
    if (membership.outcome(id) == null) {
      debts.owe("commit", word);
    }
    await(() -> membership.outcome(id) != null);
    group.retire();
    return Objects.requireNonNull(membership.outcome(id));
  }

  Request request(WireMessage what) {
    return link == null ? requests.askNobody() : requests.ask(what);
  }

  OfferAnswers offers() {
    return offers;
  }

  synchronized LocalStatus status() {
    return membership.status();
  }

  synchronized int phase() {
    return phase;
  }

  synchronized void phase(int index) {
    phase = index;
  }

  /** Leaves in good order. */
  void close() throws IOException {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    send(WireMessage.of("bye"));
    fabric.close();
    if (link != null) {
      link.close();
    }
  }

  /** Ends as if the process had been killed. */
  void abandon() throws IOException {
    synchronized (this) {
      closed = true;
      if (failure == null) {
        failure = new IllegalStateException("Expected a living task, but it was abandoned.");
      }
      rendezvous.fail(failure);
      notifyAll();
    }
    fabric.sever("it was abandoned");
    if (link != null) {
      link.close();
    }
  }
}
