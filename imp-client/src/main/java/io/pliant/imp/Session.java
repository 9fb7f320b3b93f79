package io.pliant.imp;

import io.pliant.imp.comm.PeerGoneException;
import io.pliant.imp.internal.CommClock;
import io.pliant.imp.internal.Fabric;
import io.pliant.imp.internal.FabricOptions;
import io.pliant.imp.internal.TcpCommunicator;
import io.pliant.imp.wire.Member;
import io.pliant.imp.wire.WireException;
import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<Integer, Outcome> outcomes = new LinkedHashMap<>();
  private final Map<String, Request> requests = new LinkedHashMap<>();
  private final Map<String, WireMessage> owed = new LinkedHashMap<>();
  private final OfferDesk offers;
  private @Nullable TcpCommunicator world;
  private @Nullable TcpCommunicator union;
  private @Nullable Armed armed;
  private @Nullable RuntimeException failure;
  private boolean welcomed;
  private boolean closed;
  private LocalStatus status = LocalStatus.INITIAL;
  private int phase;
  private int windowOf;
  private int requestCount;

  private Session(ImpOptions options, Fabric fabric) {
    this.options = options;
    this.fabric = fabric;
    this.offers = new OfferDesk(this::send);
    Path socket = options.socket();
    this.link = socket == null ? null : new AgentLink(options, socket, this);
  }

  static Session open(ImpOptions options) throws IOException {
    Fabric fabric =
        Fabric.open(
            new FabricOptions(
                options.host(), options.heartbeat(), options.silence(), options.limitPerPeer()));
    Session session = new Session(options, fabric);
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
        world = communicator(0, List.of(self));
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

  private TcpCommunicator communicator(int context, List<Member> members) {
    return new TcpCommunicator(fabric, context, members, clock);
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
  public synchronized List<WireMessage> owed() {
    return List.copyOf(owed.values());
  }

  void send(WireMessage message) {
    if (link != null) {
      link.send(message);
    }
  }

  /** Sends, and says again to a new agent until {@link #settle}. */
  synchronized void owe(String key, WireMessage message) {
    owed.put(key, message);
    send(message);
  }

  private void settle(String key) {
    owed.remove(key);
  }

  // ---- what the agent says

  @Override
  public synchronized void hear(WireMessage message) {
    switch (message.command()) {
      case "welcome" -> welcome(message);
      case "adapt" -> adapt(Armed.read(message));
      case "window" -> {
        if (windowOf < message.number("adaptation")) {
          windowOf = message.number("adaptation");
          phase = message.number("phase");
        }
      }
      case "outcome" -> outcome(message);
      case "offer" -> offers.take(message);
      case "granted", "denied" -> reply(message);
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
    if (welcomed) {
      return; // a new agent
    }
    startFabric(message.need("secret"));
    if (message.need("status").equals("joining")) {
      status = LocalStatus.JOINING;
    } else {
      world = communicator(0, message.members("members"));
    }
    welcomed = true;
  }

  private void adapt(Armed fresh) {
    boolean known = outcomes.containsKey(fresh.id()) || armed != null && armed.id() == fresh.id();
    if (known || !fresh.concerns(options.task())) {
      return;
    }
    settle("ready");
    armed = fresh;
    union = communicator(2 * fresh.id() + 1, fresh.union());
    if (world != null && fresh.kind() != AdaptationKind.LOSS) {
      rendezvous.arm(fresh.id(), world);
    }
  }

  private void outcome(WireMessage message) {
    int id = message.number("adaptation");
    Outcome result = Outcome.valueOf(message.need("result").toUpperCase(java.util.Locale.ROOT));
    if (outcomes.putIfAbsent(id, result) != null) {
      return;
    }
    settle("enter");
    settle("commit");
    rendezvous.disarm(id);
    Armed done = armed;
    if (done == null || done.id() != id || union == null) {
      return;
    }
    if (result == Outcome.COMMITTED) {
      replaceWorld(done);
    } else {
      union.revoke("Expected to finish adaptation " + id + ", but it was " + result + ".");
    }
    armed = null;
  }

  private void replaceWorld(Armed done) {
    if (world != null) {
      world.retire();
    }
    boolean leaves = done.leaving().contains(options.task());
    status = leaves ? LocalStatus.LEAVING : LocalStatus.STAYING;
    world = leaves ? null : communicator(2 * done.id(), done.next());
    rendezvous.fail(null);
  }

  private void reply(WireMessage message) {
    settle("request " + message.need("request"));
    Request request = requests.remove(message.need("request"));
    if (request != null) {
      boolean granted = message.command().equals("granted");
      request.complete(
          new Request.Reply(
              granted,
              granted ? message.number("adaptation") : 0,
              granted ? "" : message.need("reason")));
    }
  }

  /** A task is gone, as our fabric or the agent saw it. */
  private synchronized void lost(String task, String why) {
    if (closed) {
      return;
    }
    if (world != null && world.rankOf(task) >= 0) {
      Member member = world.members().get(world.rankOf(task));
      String text = world.describe(member, why);
      world.revoke(text);
      rendezvous.fail(new PeerGoneException(text));
    }
    if (union != null && union.rankOf(task) >= 0) {
      union.revoke(union.describe(union.members().get(union.rankOf(task)), why));
    }
    send(WireMessage.of("lost").with("task", task).with("reason", why));
    notifyAll();
  }

  @Override
  public synchronized void fail(RuntimeException cause) {
    if (failure == null && !closed) {
      failure = cause;
      rendezvous.fail(cause);
      fabric.sever(String.valueOf(cause.getMessage()));
      requests.values().forEach(r -> r.fail(cause));
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
    if (world == null) {
      throw new IllegalStateException(
          "Expected a member of the job, but this task is "
              + status
              + ": a joining task has no world before its commit, a leaving one none after it.");
    }
    return world;
  }

  synchronized boolean isMember() {
    return world != null;
  }

  /** The armed adaptation and its group; waits for one. */
  synchronized Window enter(Imp imp) {
    if (status == LocalStatus.JOINING && armed == null) {
      owe("ready", WireMessage.of("ready"));
    }
    await(() -> armed != null || status == LocalStatus.JOINING && !outcomes.isEmpty());
    Armed current = armed;
    TcpCommunicator group = union;
    if (current == null || group == null) {
      return Window.shut(imp, outcomes.values().iterator().next());
    }
    int id = current.id();
    owe("enter", WireMessage.of("enter").with("adaptation", id).with("phase", phase));
    await(() -> windowOf >= id || outcomes.containsKey(id));
    Outcome early = outcomes.get(id);
    settle("enter");
    if (early == null) {
      return Window.open(imp, current, group, options.task());
    }
    rendezvous.pass();
    return Window.shut(imp, early);
  }

  /** Says how the window ended here and waits for how it ended for all. */
  synchronized Outcome leave(int id, TcpCommunicator group, WireMessage word) {
    if (!outcomes.containsKey(id)) {
      owe("commit", word);
    }
    await(() -> outcomes.containsKey(id));
    group.retire();
    return java.util.Objects.requireNonNull(outcomes.get(id));
  }

  synchronized Request request(WireMessage what) {
    String id = options.task() + "-" + ++requestCount;
    Request request = new Request(id);
    if (link == null) {
      request.complete(new Request.Reply(false, 0, "there is no scheduler"));
      return request;
    }
    requests.put(id, request);
    owe("request " + id, what.with("request", id));
    return request;
  }

  OfferDesk offers() {
    return offers;
  }

  synchronized LocalStatus status() {
    Armed current = armed;
    if (current == null || windowOf < current.id() || status == LocalStatus.JOINING) {
      return status;
    }
    return current.leaving().contains(options.task()) ? LocalStatus.LEAVING : LocalStatus.STAYING;
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
