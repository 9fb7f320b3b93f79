package io.pliant.actors.register;

import io.pliant.actors.protocol.EntityKeys;
import io.pliant.actors.protocol.RegisterAnswer;
import io.pliant.actors.protocol.RegisterCommand;
import io.pliant.core.id.NodeName;
import io.pliant.core.register.RegisterEvent;
import io.pliant.core.register.RegisterLifecycle;
import io.pliant.core.register.RegisterOutcome;
import io.pliant.core.register.RegisterState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pekko.persistence.typed.PersistenceId;
import org.apache.pekko.persistence.typed.javadsl.CommandHandler;
import org.apache.pekko.persistence.typed.javadsl.Effect;
import org.apache.pekko.persistence.typed.javadsl.EventHandler;
import org.apache.pekko.persistence.typed.javadsl.EventSourcedBehavior;
import org.jspecify.annotations.Nullable;

/** The shell of the register of nodes: persists what {@link RegisterLifecycle} decides. */
public final class NodeRegister
    extends EventSourcedBehavior<RegisterCommand, RegisterEvent, RegisterState> {
  /** Entity id of the only instance. */
  public static final String ENTITY_ID = "all";

  private static final int PAGE = 500;

  private final InstantSource clock;

  public NodeRegister(InstantSource clock) {
    super(PersistenceId.of(EntityKeys.REGISTER.name(), ENTITY_ID));
    this.clock = clock;
  }

  @Override
  public RegisterState emptyState() {
    return RegisterState.EMPTY;
  }

  @Override
  public EventHandler<RegisterState, RegisterEvent> eventHandler() {
    return RegisterState::evolve;
  }

  @Override
  public CommandHandler<RegisterCommand, RegisterEvent, RegisterState> commandHandler() {
    return this::onCommand;
  }

  @Override
  public String snapshotPluginId() {
    return "pekko.persistence.no-snapshot-store";
  }

  private Effect<RegisterEvent, RegisterState> onCommand(
      RegisterState state, RegisterCommand command) {
    return switch (command) {
      case RegisterCommand.Decide c -> {
        RegisterOutcome outcome = RegisterLifecycle.decide(state, c.intent(), clock.instant());
        RegisterAnswer answer = new RegisterAnswer.Decided(outcome.reply());
        RegisterEvent event = outcome.event();
        if (event == null) {
          c.replyTo().tell(answer);
          yield Effect().none();
        }
        yield Effect().persist(event).thenRun(_ -> c.replyTo().tell(answer));
      }
      case RegisterCommand.GetRevoked c -> {
        c.replyTo().tell(page(state, c.after()));
        yield Effect().none();
      }
    };
  }

  private static RegisterAnswer page(RegisterState state, @Nullable NodeName after) {
    TreeMap<NodeName, Instant> page = new TreeMap<>();
    NodeName last = null;
    for (Map.Entry<NodeName, Instant> entry : state.revoked().entrySet()) {
      if (after != null && entry.getKey().compareTo(after) <= 0) {
        continue;
      }
      if (page.size() == PAGE) {
        return new RegisterAnswer.Revoked(page, last);
      }
      last = entry.getKey();
      page.put(last, entry.getValue());
    }
    return new RegisterAnswer.Revoked(page, null);
  }
}
