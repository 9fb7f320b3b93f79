package io.pliant.actors.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.pliant.core.partition.PartitionEvent;
import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.NodeCapacity;
import io.pliant.core.resource.ResourceRequest;
import io.pliant.core.resource.Resources;
import io.pliant.core.resource.Slice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KindsOnTheWireTest {
  private static final Kinds TWO = Kinds.of("gpu:a100", Amount.of(List.of("0", "3")));

  @Test
  void shouldWriteWhatItWroteBeforeWhereThereAreNoKinds() throws IOException {
    assertThat(written(Samples.ALLOCATION))
        .isEqualTo(golden("PartitionEvent-NodesAllocated.1.json").get("allocation"));
    assertThat(
            written(
                new PartitionEvent.NodeRegistered(
                    Samples.NODE, new NodeCapacity(16, 64_000), Samples.AT)))
        .isEqualTo(golden("PartitionEvent-NodeRegistered.1.json"));
    assertThat(written(ResourceRequest.single()).has("kindsPerNode")).isFalse();
  }

  @Test
  void shouldReadKindsBackWhereThereAreSome() throws IOException {
    Slice slice = Slice.of(Samples.NODE, new Resources(4, 512, TWO), 2);
    NodeCapacity capacity = new NodeCapacity(16, 64_000, TWO);
    ResourceRequest request = ResourceRequest.single().withKindsPerNode(TWO);

    for (ObjectMapper mapper : List.of(WireJson.json(), WireJson.cbor())) {
      assertThat(mapper.readValue(mapper.writeValueAsBytes(slice), Slice.class)).isEqualTo(slice);
      assertThat(mapper.readValue(mapper.writeValueAsBytes(capacity), NodeCapacity.class))
          .isEqualTo(capacity);
      assertThat(mapper.readValue(mapper.writeValueAsBytes(request), ResourceRequest.class))
          .isEqualTo(request);
    }
  }

  private static JsonNode written(Object value) throws IOException {
    return WireJson.json().readTree(WireJson.json().writeValueAsString(value));
  }

  private static JsonNode golden(String name) throws IOException {
    return WireJson.json().readTree(Files.readString(Path.of("src/test/resources/golden", name)));
  }
}
