package io.pliant.runtime.adapt;

import io.pliant.imp.wire.LineChannel;
import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.util.TreeSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a task, and what was said on it: nothing is said twice on the same connection.
 * A task that does not read holds up nobody.
 */
final class TaskLine {
  private static final Logger LOG = LoggerFactory.getLogger(TaskLine.class);
  private static final WireMessage END = WireMessage.of("end");

  private final String task;
  private final LineChannel channel;
  private final LinkedBlockingQueue<WireMessage> queue = new LinkedBlockingQueue<>();
  private final TreeSet<String> said = new TreeSet<>();

  TaskLine(String task, LineChannel channel) {
    this.task = task;
    this.channel = channel;
    Thread.ofVirtual().name("adapt-to-" + task).start(this::write);
  }

  String task() {
    return task;
  }

  /** Says something that {@code what} names, unless it was said before. */
  void once(String what, Supplier<WireMessage> line) {
    if (said.add(what)) {
      queue.add(line.get());
    }
  }

  void close() throws IOException {
    queue.add(END);
    channel.close();
  }

  private void write() {
    try {
      for (WireMessage line = queue.take(); line != END; line = queue.take()) {
        channel.send(line);
      }
    } catch (IOException e) {
      LOG.debug("Task {} reads no more: {}", task, e.getMessage()); // it dials again, or is over
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
