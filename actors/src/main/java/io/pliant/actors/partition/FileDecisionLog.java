package io.pliant.actors.partition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.pliant.actors.wire.WireJson;
import io.pliant.core.plan.Plan;
import io.pliant.core.plan.Trigger;
import io.pliant.core.plan.WaitReason;
import io.pliant.core.view.ClusterView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file with one JSON object for each round. Decisions and reasons are the texts of their records,
 * so that a replay can compare them to the letter. When the file has grown to its bound it becomes
 * {@code FILE.1}, whose predecessor is gone.
 */
public final class FileDecisionLog implements DecisionLog {
  private static final Logger LOG = LoggerFactory.getLogger(FileDecisionLog.class);

  private final Path file;
  private final long mostBytes;
  private final ObjectWriter json = WireJson.json().writerFor(Round.class);
  private boolean failing;

  /**
   * One line of the file.
   *
   * @param policy its name
   * @param decisions in order
   * @param waits reasons of each job left waiting
   */
  record Round(
      String policy,
      Trigger trigger,
      ClusterView view,
      List<String> decisions,
      SortedMap<Long, List<String>> waits) {}

  private FileDecisionLog(Path file, long mostBytes) {
    this.file = file;
    this.mostBytes = mostBytes;
  }

  /**
   * A log in this file, whose folder is made when it is missing.
   *
   * @param mostBytes size at which the file is set aside
   */
  public static FileDecisionLog in(Path file, long mostBytes) {
    return new FileDecisionLog(file, mostBytes);
  }

  @Override
  public synchronized void record(ClusterView view, Trigger trigger, Plan plan) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (Files.exists(file) && Files.size(file) >= mostBytes) {
        Files.move(file, Path.of(file + ".1"), StandardCopyOption.REPLACE_EXISTING);
      }
      Files.writeString(
          file,
          line(view, trigger, plan) + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      failing = false;
    } catch (IOException failure) {
      if (!failing) {
        LOG.error("Expected to write the decision log {}, but: {}", file, failure.toString());
      }
      failing = true;
    }
  }

  private String line(ClusterView view, Trigger trigger, Plan plan) throws JsonProcessingException {
    SortedMap<Long, List<String>> waits = new TreeMap<>();
    plan.waits()
        .forEach((job, reasons) ->
            waits.put(job.value(), reasons.stream().map(WaitReason::toString).toList()));
    return json.writeValueAsString(
        new Round(
            plan.policy(),
            trigger,
            view,
            plan.decisions().stream().map(Object::toString).toList(),
            waits));
  }
}
