package io.pliant.actors.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import io.pliant.core.job.JobEvent;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.spec.JobSpec;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class WireJsonTest {
  private static final ObjectMapper JSON = WireJson.json();

  @Test
  void shouldWriteIdsAsPlainValues() throws Exception {
    assertThat(JSON.writeValueAsString(new JobId(7))).isEqualTo("7");
    assertThat(JSON.writeValueAsString(new NodeName("n1"))).isEqualTo("\"n1\"");
    assertThat(JSON.writeValueAsString(new PartitionName("p"))).isEqualTo("\"p\"");
    assertThat(JSON.writeValueAsString(StepId.batch(new JobId(7), 1))).isEqualTo("\"7-1-batch\"");
    assertThat(JSON.readValue("7", JobId.class)).isEqualTo(new JobId(7));
    assertThat(JSON.readValue("\"7-2-3\"", StepId.class)).isEqualTo(new StepId(new JobId(7), 2, 3));
  }

  @Test
  void shouldReadBackMapsWithIdsAsKeys() throws Exception {
    SortedMap<JobId, List<StepId>> map = new TreeMap<>();
    map.put(new JobId(12), List.of(Samples.STEP));
    map.put(new JobId(3), List.of());
    String json = JSON.writeValueAsString(map);
    assertThat(json).isEqualTo("{\"3\":[],\"12\":[\"42-1-0\"]}");
    assertThat(JSON.readValue(json, new TypeReference<SortedMap<JobId, List<StepId>>>() {}))
        .isEqualTo(map);
  }

  /** Interning a hundred thousand names took seconds each time that they were read. */
  @Test
  void shouldNotInternTheNamesThatUsersChoose() throws Exception {
    String name = "A_NAME_THAT_A_USER_HAS_CHOSEN";
    for (ObjectMapper mapper : List.of(JSON, WireJson.cbor())) {
      SortedMap<String, String> read =
          mapper.readValue(
              mapper.writeValueAsBytes(Map.of(name, "")),
              new TypeReference<SortedMap<String, String>>() {});

      assertThat(read.firstKey()).isEqualTo(name).isNotSameAs(name);
    }
  }

  @Test
  void shouldReadBackEveryEventInBothForms() throws Exception {
    for (ObjectMapper mapper : List.of(JSON, WireJson.cbor())) {
      for (JobEvent event : Samples.jobEvents()) {
        byte[] bytes = mapper.writerFor(JobEvent.class).writeValueAsBytes(event);
        assertThat(mapper.readValue(bytes, JobEvent.class)).isEqualTo(event);
      }
      for (PartitionEvent event : Samples.partitionEvents()) {
        byte[] bytes = mapper.writerFor(PartitionEvent.class).writeValueAsBytes(event);
        assertThat(mapper.readValue(bytes, PartitionEvent.class)).isEqualTo(event);
      }
    }
  }

  @Test
  void shouldNameTheTypeWhenAFieldIsSealed() {
    assertThat(JSON.valueToTree(Samples.spec()).at("/payload/type").asText())
        .isEqualTo("BatchScript");
    WaitReason reason = new WaitReason.Held();
    assertThat(JSON.convertValue(JSON.convertValue(reason, Object.class), WaitReason.Held.class))
        .isEqualTo(reason);
  }

  @Test
  void shouldWriteTimesAsIso() {
    assertThat(JSON.valueToTree(Samples.spec()).get("timeLimit").asText()).isEqualTo("PT1H30M");
    assertThat(JSON.valueToTree(Samples.spec()).get("begin").asText())
        .isEqualTo("2026-01-02T03:05:05.678901Z");
  }

  @Test
  void shouldRefuseUnknownMissingAndNullProperties() {
    String user = "{\"name\":\"a\",\"uid\":1,\"gid\":2%s}";
    assertRefused(user.formatted(",\"x\":1"), "\"x\"");
    assertRefused("{\"name\":\"a\",\"uid\":1}", "gid");
    assertRefused("{\"name\":null,\"uid\":1,\"gid\":2}", "name");
    assertThatThrownBy(() -> JSON.readValue("-1", JobId.class))
        .hasMessageContaining("Expected a job id");
  }

  @Test
  void shouldLeaveNullablePropertiesOutWhenTheyAreAbsent() throws Exception {
    var tree = JSON.<com.fasterxml.jackson.databind.node.ObjectNode>valueToTree(Samples.spec());
    tree.remove(List.of("timeLimit", "begin", "submissionKey"));
    JobSpec read = JSON.treeToValue(tree, JobSpec.class);
    assertThat(read.timeLimit()).isNull();
    assertThat(read.begin()).isNull();
  }

  @Test
  void shouldWriteExactlyTheComponentsOfEachRecord() throws Exception {
    List<Object> all = new ArrayList<>(Samples.jobEvents());
    all.addAll(Samples.partitionEvents());
    all.addAll(Samples.agentMessages());
    all.addAll(Samples.controllerMessages());
    all.add(Samples.spec());
    all.add(Samples.ALLOCATION);
    for (Object value : all) {
      List<String> written = new ArrayList<>();
      JSON.valueToTree(value).fieldNames().forEachRemaining(written::add);
      assertThat(written)
          .containsExactlyElementsOf(
              Arrays.stream(value.getClass().getRecordComponents())
                  .filter(component -> !leftOut(component, value))
                  .map(RecordComponent::getName)
                  .toList());
    }
  }

  private static boolean leftOut(RecordComponent component, Object value) {
    try {
      return RecordRules.LEFT_OUT.contains(component.getType())
          && component.getAccessor().invoke(value) == null;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertRefused(String json, String named) {
    assertThatThrownBy(() -> JSON.readValue(json, io.pliant.core.spec.Submitter.class))
        .isInstanceOf(JsonMappingException.class)
        .hasMessageContaining(named);
  }
}
