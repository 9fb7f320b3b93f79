package io.pliant.cli.run;

import io.pliant.core.hostlist.Hostlist;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which task of a step is on which node, in the words of {@code sattach --layout}. */
final class StepLayout {
  private StepLayout() {}

  static List<String> lines(StepUse use) {
    List<String> lines = new ArrayList<>();
    lines.add("Job step layout:");
    lines.add(
        "\t%d tasks, %d nodes (%s)"
            .formatted(
                use.step().tasks(),
                use.step().nodes().size(),
                Hostlist.compress(use.step().nodes())));
    lines.add("");
    for (StepUse.OfNode node : use.nodes()) {
      List<Integer> ranks =
          Stream.concat(node.running().stream().map(TaskUse::rank), node.over().stream())
              .sorted()
              .toList();
      lines.add(
          "\tNode %d (%s), %d task(s): %s"
              .formatted(
                  node.index(),
                  node.node(),
                  ranks.size(),
                  ranks.stream().map(rank -> rank + " ").collect(Collectors.joining())));
    }
    return lines;
  }
}
