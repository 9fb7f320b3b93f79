package io.pliant.sim.replay;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.plan.Trigger;
import io.pliant.core.view.ClusterView;
import java.util.List;
import java.util.SortedMap;

/**
 * One line of a decision log.
 *
 * @param policy its name
 * @param trigger why the round was held
 * @param view what was known
 * @param decisions texts of the decisions, in order
 * @param waits texts of the reasons of each job left waiting
 */
record LoggedRound(
    String policy,
    Trigger trigger,
    ClusterView view,
    List<String> decisions,
    SortedMap<Long, List<String>> waits) {
  private static final ObjectReader READER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(
              new SimpleModule()
                  .setMixInAnnotation(JobId.class, NumberId.class)
                  .setMixInAnnotation(NodeName.class, TextId.class)
                  .setMixInAnnotation(PartitionName.class, TextId.class))
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build()
          .readerFor(LoggedRound.class);

  static LoggedRound parse(String line) throws JsonProcessingException {
    return READER.readValue(line);
  }

  private abstract static class NumberId {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    NumberId(long value) {}
  }

  private abstract static class TextId {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    TextId(String value) {}
  }
}
