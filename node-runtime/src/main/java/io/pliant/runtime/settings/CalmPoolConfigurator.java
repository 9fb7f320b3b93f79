package io.pliant.runtime.settings;

import com.typesafe.config.Config;
import io.pliant.runtime.threads.CalmPool;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.ExecutorServiceConfigurator;
import org.apache.pekko.dispatch.ExecutorServiceFactory;
import org.apache.pekko.dispatch.MonitorableThreadFactory;

/** Has a dispatcher of Pekko, which makes this by name, work on a {@link CalmPool}. */
public final class CalmPoolConfigurator extends ExecutorServiceConfigurator {
  /** Key of the dispatcher: its threads. */
  public static final String SIZE = "calm-pool-size";

  private final int size;

  /** For Pekko. */
  public CalmPoolConfigurator(Config dispatcher, DispatcherPrerequisites prerequisites) {
    super(dispatcher, prerequisites);
    this.size = dispatcher.getInt(SIZE);
  }

  @Override
  public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory factory) {
    ThreadFactory named =
        factory instanceof MonitorableThreadFactory own
            ? own.withName(own.name() + "-" + id)
            : factory;
    return new ExecutorServiceFactory() {
      @Override
      public ExecutorService createExecutorService() {
        return new CalmPool(size, named);
      }
    };
  }
}
