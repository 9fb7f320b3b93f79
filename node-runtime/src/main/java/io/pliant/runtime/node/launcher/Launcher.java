package io.pliant.runtime.node.launcher;

import io.pliant.core.id.NodeName;
import io.pliant.core.id.StepId;
import io.pliant.runtime.confinement.ConfinementSettings;
import io.pliant.runtime.node.folder.StepFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The perl process that forks supervisors, one for all nodes of this agent. It is replaced when it
 * dies; supervisors do not depend on it.
 */
public final class Launcher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);
  private static final int PAUSE_MILLIS = 200;
  private static final int SCOPE_BYTES = 6;

  private final byte[] program;
  private final List<String> command;
  private final ConcurrentHashMap<NodeName, Consumer<LauncherNews>> listeners =
      new ConcurrentHashMap<>();
  private final Object writing = new Object();
  private final AtomicLong orders = new AtomicLong();
  private volatile boolean closed;
  private volatile LauncherReady ready = LauncherReady.parse("ready\tsession");
  private @Nullable Process process;

  private Launcher(byte[] program, List<String> command) {
    this.program = program;
    this.command = command;
  }

  /**
   * Starts the launcher.
   *
   * @param devices whether there are devices to be kept from jobs
   * @param nodes folder of all nodes of the agent
   * @param natives what supervisors can use
   * @throws IllegalStateException when there is no perl, or it does not work
   */
  public static Launcher start(
      ConfinementSettings confinement, boolean devices, Path nodes, NativeFiles natives) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "perl",
                "-",
                "mode=" + confinement.mode().word(),
                "folder=" + confinement.folder(),
                "processes=" + confinement.processes(),
                "devices=" + (devices ? 1 : 0),
                "scope=" + scope(nodes),
                "dir=" + nodes));
    command.addAll(natives.options());
    return start(List.copyOf(command));
  }

  /** A launcher without cgroups, even where they could be used. */
  public static Launcher startWithoutCgroups(NativeFiles natives) {
    List<String> command = new ArrayList<>(List.of("perl", "-", "no-cgroups"));
    command.addAll(natives.options());
    return start(List.copyOf(command));
  }

  private static Launcher start(List<String> command) {
    Launcher launcher = new Launcher(LauncherProgram.read(), command);
    NewsLines news = launcher.spawn();
    Thread.ofPlatform().daemon().name("pliant-launcher").start(() -> launcher.listen(news));
    return launcher;
  }

  /** What it can do on this host. */
  public LauncherReady ready() {
    return ready;
  }

  /** Sends the news of a node's steps to {@code listener}, on the launcher's thread. */
  public void register(NodeName node, Consumer<LauncherNews> listener) {
    listeners.put(node, listener);
  }

  /**
   * Forks a supervisor for the step in that folder.
   *
   * @return number of the order, at least 1 and higher than that of any before, which the news that
   *     the supervisor is gone repeats
   */
  public long launch(StepFolder step) {
    return numbered("launch", step);
  }

  /** Has the supervisor of the step look into its folder. */
  public void poke(StepFolder step) {
    order("poke " + step.dir());
  }

  /** Ends whatever runs of a step that has lost its supervisor; the number is as of a launch. */
  public long sweep(StepFolder step) {
    return numbered("sweep", step);
  }

  @Override
  public void close() {
    closed = true;
    synchronized (writing) {
      if (process != null) {
        closeQuietly(process.getOutputStream());
      }
    }
  }

  private long numbered(String verb, StepFolder step) {
    long number = orders.incrementAndGet();
    order(verb + " " + number + " " + step.dir());
    return number;
  }

  private void order(String line) {
    synchronized (writing) {
      Process current = process;
      if (current == null) {
        return; // the replacement tells all nodes to look for themselves
      }
      try {
        OutputStream out = current.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      } catch (IOException e) {
        LOG.warn("Expected to give the launcher the order '{}', but {}", line, e.getMessage());
      }
    }
  }

  private void listen(NewsLines first) {
    NewsLines news = first;
    while (true) {
      read(news);
      if (closed) {
        return;
      }
      LOG.warn("The launcher process ended unexpectedly; starting another");
      news = replace();
      if (closed) {
        return;
      }
      listeners.values().forEach(listener -> listener.accept(new LauncherNews.Replaced()));
    }
  }

  private NewsLines replace() {
    while (true) {
      try {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        return spawn();
      } catch (InterruptedException | IllegalStateException e) {
        LOG.error("Expected to start a launcher, but {}", e.getMessage());
      }
    }
  }

  private void read(NewsLines news) {
    try {
      for (String line = news.next(); line != null; line = news.next()) {
        try {
          dispatch(line);
        } catch (IllegalArgumentException e) {
          LOG.warn("Expected news of a step from the launcher, but got '{}'", line, e);
        }
      }
    } catch (IOException e) {
      LOG.warn("Expected to hear from the launcher, but {}", e.getMessage());
    }
  }

  private void dispatch(String line) {
    String[] words = line.split("\t", 3);
    Path dir = Path.of(words.length < 2 ? "" : words[1]);
    Path steps = dir.getParent();
    Path node = steps == null ? null : steps.getParent();
    if (node == null || node.getFileName() == null) {
      LOG.warn("Expected news of a step from the launcher, but got '{}'", line);
      return;
    }
    StepId step = StepId.parseKey(String.valueOf(dir.getFileName()));
    LauncherNews news =
        switch (words[0]) {
          case "started" -> new LauncherNews.Started(step);
          case "ended" -> new LauncherNews.Ended(step);
          case "gone" -> new LauncherNews.Gone(step, number(words));
          case "swept" -> new LauncherNews.Swept(step, number(words));
          default -> new LauncherNews.Failed(step, words.length < 3 ? line : words[2]);
        };
    Consumer<LauncherNews> listener =
        listeners.get(new NodeName(String.valueOf(node.getFileName())));
    if (listener != null) {
      listener.accept(news);
    }
  }

  private static long number(String[] words) {
    return Long.parseLong(words.length < 3 ? "" : words[2]);
  }

  /** Starts perl, feeds it the program and waits until it is ready. */
  private NewsLines spawn() {
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(Path.of("/").toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT);
      builder.environment().put("LD_BIND_NOW", "1"); // else each fork binds the same symbols anew
      Process started = builder.start();
      OutputStream out = started.getOutputStream();
      out.write(program);
      out.flush();
      NewsLines news = new NewsLines(started.getInputStream());
      String line = news.next();
      if (line == null || !LauncherReady.is(line)) {
        started.destroyForcibly();
        throw new IllegalStateException(
            "Expected perl to run the step launcher, but it said '%s'. Its own message is on standard error."
                .formatted(line));
      }
      ready = LauncherReady.parse(line);
      synchronized (writing) {
        process = started;
      }
      return news;
    } catch (IOException e) {
      throw new IllegalStateException(
          "Expected to run perl, but %s. Install perl (on Debian: the package perl-base)."
              .formatted(e.getMessage()),
          e);
    }
  }

  /** Groups of agents that share a host are told apart by their folders. */
  private static String scope(Path nodes) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(nodes.toString().getBytes(StandardCharsets.UTF_8));
      return "pliant-" + HexFormat.of().formatHex(hash, 0, SCOPE_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Expected Java to have SHA-256, but it has not.", e);
    }
  }

  private static void closeQuietly(OutputStream out) {
    try {
      out.close();
    } catch (IOException e) {
      LOG.debug("The launcher was gone before it was told to go", e);
    }
  }
}
