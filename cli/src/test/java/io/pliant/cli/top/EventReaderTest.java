package io.pliant.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EventReaderTest {
  private static List<String> read(String stream) throws IOException {
    List<String> events = new ArrayList<>();
    EventReader.read(
        new ByteArrayInputStream(stream.getBytes(StandardCharsets.UTF_8)),
        (type, data) -> events.add(type + "=" + data));
    return events;
  }

  @Test
  void shouldReadTypeAndDataOfEachEvent() throws IOException {
    assertThat(
            read(": a sign of life\n\nevent: nodes\nid: 7\ndata: {\"a\":\ndata: 1}\n\ndata: x\n\n"))
        .containsExactly("nodes={\"a\":\n1}", "message=x");
  }

  @Test
  void shouldLeaveOutWhatIsCutOff() throws IOException {
    assertThat(read("event: power\ndata: 1\n\nevent: power\ndata: 2")).containsExactly("power=1");
    assertThat(read("event: power\n\ndata: 2\n\n")).containsExactly("message=2");
  }
}
