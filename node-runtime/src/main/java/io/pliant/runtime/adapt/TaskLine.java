package io.pliant.runtime.adapt;

import io.pliant.imp.wire.LineChannel;
import io.pliant.imp.wire.WireMessage;
import java.io.IOException;
import java.time.Duration;
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
  private static final int MOST_WAITING = 256;
  private static final Duration LAST_WORD = Duration.ofSeconds(1);

  private final String task;
  private final LineChannel channel;
  private final LinkedBlockingQueue<WireMessage> queue = new LinkedBlockingQueue<>(MOST_WAITING);
  private final TreeSet<String> said = new TreeSet<>();
  private final Thread writer;

  TaskLine(String task, LineChannel channel) {
    this.task = task;
    this.channel = channel;
    this.writer = Thread.ofVirtual().name("adapt-to-" + task).start(this::write);
  }

  String task() {
    return task;
  }

  /** Says something that {@code what} names, unless it was said before. */
  void once(String what, Supplier<WireMessage> line) {
    if (said.add(what) && !queue.offer(line.get())) {
      close(); // it has not read for long: whatever it is to know, it is told when it dials again
    }
  }

  /** Says one thing more, for which a task that does not read is given a moment, and closes. */
  void end(WireMessage last) {
    queue.clear();
    queue.offer(last);
    queue.offer(END);
    try {
      writer.join(LAST_WORD);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
  }

  void close() {
    queue.clear();
    queue.offer(END);
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("Connection of task {} did not close: {}", task, e.getMessage());
    }
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
