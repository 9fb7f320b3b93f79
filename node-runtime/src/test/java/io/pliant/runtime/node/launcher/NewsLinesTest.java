package io.pliant.runtime.node.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NewsLinesTest {
  @Test
  void shouldKeepNoMoreOfALineThanATrueOneHas() throws IOException {
    String text = "ended\t/a\n" + "x".repeat(100_000) + "\nstarted\t/b\nwithout an end";
    NewsLines lines =
        new NewsLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));

    assertThat(lines.next()).isEqualTo("ended\t/a");
    assertThat(lines.next()).hasSize(NewsLines.LONGEST);
    assertThat(lines.next()).isEqualTo("started\t/b");
    assertThat(lines.next()).isNull();
  }
}
