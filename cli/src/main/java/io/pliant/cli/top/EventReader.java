package io.pliant.cli.top;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Reads server-sent events (the HTML standard, "Interpreting an event stream"). */
final class EventReader {
  private static final String TYPE = "event:";
  private static final String DATA = "data:";

  /** Takes each event. */
  interface Sink {
    /**
     * An event.
     *
     * @param type its name, {@code message} when it has none
     */
    void take(String type, String data);
  }

  private EventReader() {}

  /** Reads until the stream ends; an event that is cut off is left out. */
  static void read(InputStream stream, Sink sink) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    String type = "message";
    StringBuilder data = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(DATA)) {
        data.append(data.isEmpty() ? "" : "\n").append(line.substring(DATA.length()).strip());
      } else if (line.startsWith(TYPE)) {
        type = line.substring(TYPE.length()).strip();
      } else if (line.isEmpty()) {
        if (!data.isEmpty()) {
          sink.take(type, data.toString());
        }
        data.setLength(0);
        type = "message";
      }
    }
  }
}
