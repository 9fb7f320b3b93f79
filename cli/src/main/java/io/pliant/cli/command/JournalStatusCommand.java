package io.pliant.cli.command;

import io.pliant.api.JournalStatus;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Request;
import io.pliant.cli.invocation.Context;
import io.pliant.core.format.SizeText;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code journal status}. */
@Command(description = "Show how the journal stands: groups, leaders, members, what waits, disk.")
final class JournalStatusCommand implements Callable<Integer> {
  private final Context context;
  @Mixin private ClusterAccess access = new ClusterAccess();

  JournalStatusCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    String body = access.connect(context).text(Request.get("/v1/journal"));
    if (access.json()) {
      context.terminal().out().println(body);
    } else {
      show(Answers.one(body, JournalStatus.class), context.terminal().out());
    }
    return 0;
  }

  private static void show(JournalStatus status, PrintStream out) {
    String leader = status.leader();
    String trouble = status.trouble();
    out.println("Answered by  " + status.self());
    boolean several = status.each().size() > 1;
    if (!several) {
      out.println(
          "Leader       "
              + (leader == null
                  ? "none: nothing is acknowledged until more than half of the members run"
                  : leader + ", term " + status.term()));
    }
    for (JournalStatus.Standing member : status.members()) {
      long behind = member.behind();
      out.println(
          "Member       %s  %s%s"
              .formatted(
                  member.name(),
                  member.address(),
                  behind < 0 ? "" : behind == 0 ? "  up to date" : "  " + behind + " behind"));
    }
    if (several) {
      status.each().forEach(group -> out.println(line(group)));
    }
    out.println(
        several
            ? "Entries      %d, events %d".formatted(status.applied(), status.position())
            : "Entries      %d, snapshot at %d, events %d"
                .formatted(status.applied(), status.snapshot(), status.position()));
    out.println(
        "Writes       %d acknowledged in %d entries, %d waiting, %d refused"
            .formatted(
                status.acknowledged(), status.entries(), status.waiting(), status.refused()));
    out.println(
        "Disk         %s used, %s free"
            .formatted(
                SizeText.megabytes((int) (status.bytes() >> 20)),
                SizeText.megabytes((int) (status.free() >> 20))));
    out.println("Alarm        " + (trouble == null ? "none" : trouble));
  }

  private static String line(JournalStatus.Group group) {
    return "Group %-6d %s; %d entries, snapshot at %d, events %d%s"
        .formatted(
            group.group(),
            group.leader() == null
                ? "no leader: nothing is acknowledged there until more than half of the members run"
                : "led by " + group.leader() + ", term " + group.term(),
            group.applied(),
            group.snapshot(),
            group.position(),
            group.partitions().isEmpty()
                ? ""
                : "; partitions " + String.join(", ", group.partitions()));
  }
}
