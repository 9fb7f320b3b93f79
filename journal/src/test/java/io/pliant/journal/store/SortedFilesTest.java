package io.pliant.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SortedFilesTest {
  @TempDir private Path folder;

  @Test
  void shouldWalkBothWaysAmongKeysWithTheSameBeginning() {
    try (SortedFiles files = SortedFiles.open(folder.resolve("f"));
        SortedView empty = files.view()) {
      files.write(batch -> {
        for (String key : List.of("a9", "b1", "b2", "b4", "c0")) {
          batch.put(bytes(key), bytes(key + "!"));
        }
      });
      try (SortedView view = files.view();
          SortedView.Walk walk = view.walk(bytes("b"));
          SortedView.Walk nothing = empty.walk(bytes("b"))) {
        List<String> seen = new ArrayList<>();
        for (boolean on = walk.upFrom(bytes("b2")); on; on = walk.up()) {
          seen.add(text(walk.key()) + text(walk.value()));
        }
        for (boolean on = walk.downFrom(bytes("b3")); on; on = walk.down()) {
          seen.add(text(walk.key()));
        }
        assertThat(seen).containsExactly("b2b2!", "b4b4!", "b2", "b1");
        assertThat(nothing.upFrom(bytes("b"))).as("a view does not change").isFalse();
        files.write(batch -> batch.remove(bytes("b1")));
        assertThat(view.get(bytes("b1"))).isEqualTo(bytes("b1!"));
        assertThat(files.get(bytes("b1"))).isNull();
      }
    }
  }

  @Test
  void shouldKeepWhatWasWrittenAndNothingOfAWriteThatFailed() {
    Path place = folder.resolve("f");
    try (SortedFiles files = SortedFiles.open(place)) {
      files.write(batch -> batch.put(bytes("k"), bytes("1")));
      assertThatThrownBy(() ->
              files.write(batch -> {
                batch.put(bytes("k"), bytes("2"));
                throw new IllegalStateException("no");
              }))
          .hasMessage("no");
    }
    try (SortedFiles files = SortedFiles.open(place)) {
      assertThat(files.get(bytes("k"))).isEqualTo(bytes("1"));
      assertThatThrownBy(() -> SortedFiles.open(place))
          .isInstanceOf(StoreFailure.class)
          .hasMessageContaining(place.toString());
    }
  }

  @Test
  void shouldCloseOnlyAfterTheViewsAndRefuseThen() throws Exception {
    SortedFiles files = SortedFiles.open(folder.resolve("f"));
    SortedView view = files.view();
    CompletableFuture<Void> closed = CompletableFuture.runAsync(files::close);
    assertThat(view.get(bytes("k"))).isNull();
    assertThat(closed).isNotDone();
    view.close();
    closed.get(1, TimeUnit.MINUTES);
    assertThatThrownBy(files::view).hasMessageContaining("is closed");
    files.close();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
