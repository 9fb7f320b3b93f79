package io.pliant.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.api.QueueEntry;
import io.pliant.cli.json.Partial;
import io.pliant.core.array.JobRef;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CancelledPartsTest {
  private static final String WAITING = "{\"job\":12,\"array\":{\"job\":12,\"waiting\":\"4-9%2\"}}";
  private static final String STARTED = "{\"job\":15,\"array\":{\"job\":12,\"index\":3}}";
  private static final String PLAIN = "{\"job\":7}";

  @ParameterizedTest
  @CsvSource({
    "plain,'',false,7",
    "plain,7,true,7",
    "plain,8,false,''",
    "waiting,'',false,12",
    "waiting,'',true,12_[4-9]",
    "waiting,12,true,12_[4-9]",
    "waiting,12,false,12",
    "waiting,12_[3-5],false,12_[4-5]",
    "waiting,12_3,false,''",
    "waiting,12_4 12_[8-20],true,12_4 12_[8-9]",
    "started,12_[3-5],false,15",
    "started,12,true,15"
  })
  void shouldCancelWhatTheFilterChoseAndNoOtherElement(
      String kind, String named, boolean byState, String cancelled) {
    String json = kind.equals("plain") ? PLAIN : kind.equals("waiting") ? WAITING : STARTED;
    List<JobRef> refs =
        named.isEmpty() ? List.of() : Arrays.stream(named.split(" ")).map(JobRef::parse).toList();

    assertThat(
            CancelledParts.of(Partial.of(QueueEntry.class, json), refs, byState).stream()
                .map(JobRef::toString))
        .isEqualTo(cancelled.isEmpty() ? List.of() : List.of(cancelled.split(" ")));
  }
}
