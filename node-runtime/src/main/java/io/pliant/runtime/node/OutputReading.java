package io.pliant.runtime.node;

import io.pliant.core.id.NodeName;
import io.pliant.core.node.OutputAnswer;
import io.pliant.core.node.OutputQuestion;
import io.pliant.runtime.output.OutputFiles;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads output files that a controller asks for, each on a thread of its own, which may hang. */
final class OutputReading {
  private static final Logger LOG = LoggerFactory.getLogger(OutputReading.class);

  /** All agents of a process together read so many files at a time. */
  private static final OutputFiles FILES = OutputFiles.ofProcess();

  private final NodeName node;
  private final Consumer<OutputAnswer> told;

  /**
   * @param told is called on any thread
   */
  OutputReading(NodeName node, Consumer<OutputAnswer> told) {
    this.node = node;
    this.told = told;
  }

  void read(OutputQuestion question) {
    Thread.ofVirtual()
        .name("output-" + question.number())
        .start(() -> {
          try {
            told.accept(FILES.read(question));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.debug("Node {}: a reading of output was interrupted", node);
          }
        });
  }
}
