package io.pliant.core.policy;

import static io.pliant.core.testing.ClusterBuilder.aCluster;
import static io.pliant.core.testing.JobBuilder.job;
import static io.pliant.core.testing.JobBuilder.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.testing.ClusterBuilder;
import io.pliant.core.view.ClusterView;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StartForecastTest {
  private static final long ASKED = 99;

  @Test
  void shouldStartAtOnceOnFreeNodes() {
    ClusterView view = aCluster().nodes(4).now(50).waiting(job(2).id(ASKED)).view();

    StartForecast.At found = found(view);

    assertThat(found.start()).isEqualTo(Instant.ofEpochSecond(50));
    assertThat(found.on().nodes()).hasSize(2);
  }

  @Test
  void shouldStartWhenEnoughRunningJobsEndAtTheirLimits() {
    ClusterView view =
        aCluster()
            .nodes(4)
            .running(job(2).limit(100))
            .running(job(1).limit(300))
            .running(job(1).limit(200))
            .waiting(job(3).id(ASKED))
            .view();

    assertThat(found(view).start()).isEqualTo(Instant.ofEpochSecond(200));
  }

  @Test
  void shouldLeaveJobsBeforeItTheirPlaceAndPassThoseThatItDoesNotDelay() {
    // given four nodes of which two are free until 100, when the first in the queue gets all
    ClusterBuilder cluster =
        aCluster().nodes(4).running(job(2).limit(100)).waiting(job(4).id(1).limit(500));

    assertThat(found(cluster.waiting(job(2).id(ASKED).limit(200)).view()).start())
        .isEqualTo(Instant.ofEpochSecond(600));
    ClusterBuilder shorter =
        aCluster().nodes(4).running(job(2).limit(100)).waiting(job(4).id(1).limit(500));
    assertThat(found(shorter.waiting(job(2).id(ASKED).limit(100)).view()).start())
        .isEqualTo(Instant.EPOCH);
  }

  @Test
  void shouldLookAtNeitherAHoldNorAtJobsBehindIt() {
    ClusterView view =
        aCluster().nodes(4).waiting(job(3).id(ASKED).held()).waiting(job(4).id(100)).view();

    assertThat(found(view).start()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void shouldNotStartBeforeItsBeginTime() {
    ClusterBuilder cluster = aCluster().nodes(2).running(job(2).limit(100));

    assertThat(found(cluster.waiting(job(1).id(ASKED).begin(40)).view()).start())
        .isEqualTo(Instant.ofEpochSecond(100));
    assertThat(found(aCluster().nodes(2).waiting(job(1).id(ASKED).begin(40)).view()).start())
        .isEqualTo(Instant.ofEpochSecond(40));
  }

  @Test
  void shouldSayWhyNobodyKnows() {
    ClusterView view = aCluster().nodes(2).unavailable("n1", "n2").waiting(job(1).id(ASKED)).view();

    assertThat(StartForecast.of(view, new JobId(ASKED)))
        .isInstanceOfSatisfying(
            StartForecast.Unknown.class, unknown -> assertThat(unknown.why()).contains("node"));
    assertThatThrownBy(() -> StartForecast.of(view, new JobId(7)))
        .hasMessageContaining("Expected job 7 to wait");
  }

  @Test
  void shouldKeepOffReservationsAndStartBehindThem() {
    // given a window over all nodes in which a job of 100 s would run
    ClusterView view = aCluster().nodes(2).waiting(job(1).id(ASKED).limit(100)).view();
    Reservation all = reservation(view, 50, 400, 2);

    assertThat(found(view.withReservations(List.of(all))).start())
        .isEqualTo(Instant.ofEpochSecond(400));
    assertThat(found(view.withReservations(List.of(reservation(view, 100, 400, 2)))).start())
        .isEqualTo(Instant.EPOCH);
  }

  @Test
  void shouldLookForOtherNodesWhereItWouldRunIntoAReservation() {
    // given both nodes busy until 60, and one of them reserved from 100 on
    ClusterView view =
        aCluster().nodes(2).running(job(2).limit(60)).waiting(job(1).id(ASKED).limit(90)).view();

    StartForecast.At found = found(view.withReservations(List.of(reservation(view, 100, 400, 1))));

    assertThat(found.start().getEpochSecond()).isEqualTo(60);
    assertThat(found.on().nodes()).containsExactly(view.nodes().getLast().name());
  }

  @Test
  void shouldLookAtABoundedNumberOfJobsAndOfReservations() {
    ClusterBuilder cluster = aCluster().nodes(1);
    for (int i = 1; i <= StartForecast.DEPTH + 50; i++) {
      cluster.waiting(job(1).id(1000 + i).limit(10));
    }
    ClusterView view = cluster.waiting(job(1).id(ASKED).limit(10)).view();

    assertThat(found(view).start()).isEqualTo(Instant.ofEpochSecond(10L * StartForecast.DEPTH));

    ClusterView alone = aCluster().nodes(1).waiting(job(1).id(ASKED).limit(100)).view();
    List<Reservation> many =
        IntStream.range(0, 500)
            .mapToObj(i -> reservation(alone, 10 + 20L * i, 29 + 20L * i, 1))
            .toList();
    assertThat(StartForecast.of(alone.withReservations(many), new JobId(ASKED)))
        .isInstanceOf(StartForecast.Unknown.class);
  }

  /** Of four packs of forty components three are looked at; the asked one would come after them. */
  @Test
  void shouldCountPacksBeforeItByTheirComponents() {
    ResourceRequest one = ResourceRequest.wholeNodes(1);
    ResourceRequest pack = one.with(new Components(Collections.nCopies(39, one)));
    ClusterBuilder cluster = aCluster().nodes(40);
    for (int i = 1; i <= 4; i++) {
      cluster.waiting(request(pack).id(1000 + i).limit(10));
    }
    ClusterView view = cluster.waiting(job(40).id(ASKED).limit(10)).view();

    assertThat(found(view).start()).isEqualTo(Instant.ofEpochSecond(30));
  }

  private static StartForecast.At found(ClusterView view) {
    return (StartForecast.At) StartForecast.of(view, new JobId(ASKED));
  }

  private static Reservation reservation(ClusterView view, long from, long until, int nodes) {
    List<NodeName> names = view.nodes().stream().limit(nodes).map(node -> node.name()).toList();
    return new Reservation(
        "r" + from,
        Instant.ofEpochSecond(from),
        Instant.ofEpochSecond(until),
        names,
        List.of("root"),
        false,
        false);
  }
}
