package io.pliant.cli.job;

import io.pliant.api.EventCursor;
import io.pliant.api.JobEventEntry;
import io.pliant.cli.cluster.ClusterAccess;
import io.pliant.cli.http.Answers;
import io.pliant.cli.http.Controllers;
import io.pliant.cli.http.Request;
import io.pliant.cli.http.Response;
import io.pliant.cli.http.Target;
import io.pliant.cli.invocation.Context;
import io.pliant.cli.terminal.Terminal.Style;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Prints what happens to jobs as it happens. */
@Command(
    name = "events",
    description = "Print what happens to jobs, as it happens, until interrupted.",
    footer = {
      "",
      "Examples:",
      "  pliant events               from the oldest event kept",
      "  pliant events --after 420   from where an earlier run stopped",
      "  pliant events --json        one JSON object on each line"
    })
public final class EventsCommand implements Callable<Integer> {
  private static final int SILENCE_SECONDS = 60;
  private static final String DATA = "data:";

  private final Context context;

  @Mixin private ClusterAccess access = new ClusterAccess();

  @Option(
      names = "--after",
      paramLabel = "CURSOR",
      defaultValue = "0",
      description = "Only events after this cursor.",
      converter = CursorConverter.class)
  private EventCursor cursor = EventCursor.START;

  /** Reads a cursor as it is printed. */
  private static final class CursorConverter implements ITypeConverter<EventCursor> {
    @Override
    public EventCursor convert(String text) {
      try {
        return EventCursor.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  public EventsCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    Controllers controllers = access.connect(context);
    while (!context.terminal().out().checkError()) {
      Target target = Target.of("events").with("cursor", cursor.toString());
      try (Response response =
          controllers.open(Request.longPoll(target.toString(), SILENCE_SECONDS))) {
        read(response);
      } catch (IOException e) {
        Thread.sleep(200);
      }
    }
    return 0;
  }

  private void read(Response response) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(DATA)) {
        data.append(line.substring(DATA.length()).strip());
      } else if (line.isEmpty() && !data.isEmpty()) {
        print(data.toString());
        data.setLength(0);
      }
    }
  }

  private void print(String data) {
    JobEventEntry event = Answers.one(data, JobEventEntry.class);
    cursor = event.next();
    if (access.json()) {
      context.terminal().out().println(data);
      return;
    }
    StringBuilder fields = new StringBuilder();
    for (Map.Entry<String, String> field : event.fields().entrySet()) {
      fields.append("  ").append(field.getKey()).append('=').append(field.getValue());
    }
    context
        .terminal()
        .out()
        .println(
            "%s  %-6s job %-6s %s%s"
                .formatted(
                    Times.local(event.at()),
                    event.next(),
                    event.job(),
                    context.terminal().styled(Style.NOTE, event.type()),
                    fields));
  }
}
