package io.pliant.runtime.mail;

import io.pliant.core.format.PrintableText;
import io.pliant.core.job.Mail;
import io.pliant.runtime.bounds.RareLog;
import io.pliant.runtime.bounds.Shares;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends mails at most once: so many at a time, in the order in which they came. A mail that finds
 * too many waiting, or whose program fails, is dropped and logged; nobody waits for any of it.
 */
public final class MailSender implements Consumer<Mail>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MailSender.class);

  private final MailProgram program;
  private final BlockingQueue<Mail> waiting;
  private final Shares ofUsers;
  private final List<Thread> threads = new ArrayList<>();
  private final RareLog dropped = new RareLog();
  private final RareLog failed = new RareLog();
  private volatile boolean closed;

  private MailSender(MailSettings settings, String clusterName) {
    this.program = new MailProgram(settings, clusterName);
    this.waiting = new LinkedBlockingQueue<>(settings.waiting());
    this.ofUsers = new Shares(settings.waitingByUser());
  }

  /** Starts; where no program is named, mails are dropped silently, since users were told so. */
  public static MailSender start(MailSettings settings, String clusterName) {
    MailSender sender = new MailSender(settings, clusterName);
    if (!settings.sends()) {
      sender.closed = true;
      return sender;
    }
    String program = settings.command().getFirst();
    if (!Files.isExecutable(Path.of(program))) {
      LOG.warn(
          "pliant.mail.command: {} is no program that can be run here; no mail is sent", program);
    }
    IntStream.rangeClosed(1, settings.processes())
        .mapToObj(n -> Thread.ofPlatform().daemon().name("mail-" + n).unstarted(sender::work))
        .forEach(sender.threads::add);
    sender.threads.forEach(Thread::start);
    return sender;
  }

  /** Takes a mail at once, or drops it. */
  @Override
  public void accept(Mail mail) {
    if (closed) {
      return;
    }
    boolean room = ofUsers.take(mail.owner(), 1);
    if (room && waiting.offer(mail)) {
      return;
    }
    if (room) {
      ofUsers.give(mail.owner(), 1);
    }
    dropped.happened(more ->
        LOG.warn(
            "Mail about job {} of {} is dropped, and {} before it: too many wait (pliant.mail)",
            mail.job(),
            mail.owner(),
            more));
  }

  /** Mails that were dropped since too many waited. */
  long dropped() {
    return dropped.count();
  }

  private void work() {
    try {
      while (!closed) {
        Mail mail = waiting.take();
        ofUsers.give(mail.owner(), 1);
        send(mail);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // closed
    }
  }

  private void send(Mail mail) throws InterruptedException {
    String why = program.send(mail);
    if (why != null) {
      failed.happened(more ->
          LOG.warn(
              "Mail about job {} to {} was not sent, nor {} before it: {}",
              mail.job(),
              mail.address(),
              more,
              PrintableText.escaped(why)));
    }
  }

  /** Programs that run are left to themselves; what waits is not sent any more. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    threads.forEach(Thread::interrupt);
    if (!waiting.isEmpty()) {
      LOG.warn("{} mails that waited are not sent, since this controller ends", waiting.size());
    }
  }
}
