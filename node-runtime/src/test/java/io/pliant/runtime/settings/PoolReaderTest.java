package io.pliant.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.PartitionName;
import io.pliant.core.partition.PartitionSettings;
import io.pliant.core.pool.PoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PoolReaderTest {
  @TempDir Path dir;

  @Test
  void shouldReadWhichPartitionsLendEachOtherNodes() throws IOException {
    String partitions =
        """
        pliant.partitions = [
          { name = "a", nodes = "n1", default = true }, { name = "b", nodes = "n2" }, { name = "c", nodes = "n3" }
        ]
        pliant.placement = "spread"
        """;
    ControllerSettings settings =
        read(partitions + "pliant.pools = [{ name = \"all\", partitions = [\"a\", \"c\"] }]")
            .controller();

    assertThat(settings.partitions())
        .extracting(PartitionSettings::pool)
        .containsExactly(
            new PoolSettings("all", List.of(new PartitionName("a"), new PartitionName("c"))),
            null,
            new PoolSettings("all", List.of(new PartitionName("a"), new PartitionName("c"))));
    assertThat(settings.spread()).isTrue();
    assertThatThrownBy(() ->
            read(partitions
                    + "pliant.pools = [{ name = p, partitions = [a, b] }, { name = q, partitions = [b, c] }]")
                .controller())
        .hasMessageContaining("b is in two");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          { name = p, partitions = [main] }         | Expected two partitions or more, each once
          { name = p, partitions = [main, x] }      | Expected names of partitions, but there is no x
          { name = main, partitions = [main, x] }   | Expected a name that no partition has
          { name = p, partitions = [main, "a b"] }  | Expected names of partitions
          { name = p, members = [main] }            | pliant.pools
          """)
  void shouldSayWhatIsWrongWithAPool(String pool, String words) {
    assertThatThrownBy(() -> read("pliant.pools = [" + pool + "]").controller())
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(words);
  }

  private SettingsFile read(String text) throws IOException {
    Path file = dir.resolve("site.conf");
    Files.writeString(file, "pliant.state-dir = \"/srv/p\"\n" + text);
    return SettingsFile.read(file);
  }
}
