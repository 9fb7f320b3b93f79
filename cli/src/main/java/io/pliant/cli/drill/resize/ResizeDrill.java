package io.pliant.cli.drill.resize;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.terminal.ProgressLine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Plays faults one after the other, and sequences as many at a time as the programs bear. */
final class ResizeDrill {
  private final DrillField field;
  private final ProgressLine progress;

  ResizeDrill(DrillField field, ProgressLine progress) {
    this.field = field;
    this.progress = progress;
  }

  List<CellReport> faults(List<Cell> cells) throws IOException {
    List<CellReport> reports = new ArrayList<>();
    for (Cell cell : cells) {
      progress.show("fault %d of %d: %s".formatted(reports.size() + 1, cells.size(), cell.words()));
      CellReport report = CellRun.of(field, cell, reports.size() + 1);
      if (!report.wrong().isEmpty()) {
        progress.show("wrong: %s: %s".formatted(cell.name(), report.wrong()));
      }
      reports.add(report);
    }
    return reports;
  }

  List<SequenceReport> sequences(int count, Random random)
      throws IOException, InterruptedException {
    if (count == 0) {
      return List.of();
    }
    Map<Application, String> digests = new EnumMap<>(Application.class);
    List<Application> applications = field.programs().applications();
    for (Application application : applications) {
      digests.put(application, application.rigid(field.programs()));
    }
    List<SequenceReport> reports = Collections.synchronizedList(new ArrayList<>());
    try (ExecutorService players = Executors.newFixedThreadPool(field.programs().atATime())) {
      List<Future<?>> played = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Application application = applications.get(i % applications.size());
        String digest = String.valueOf(digests.get(application));
        long seed = random.nextInt(Integer.MAX_VALUE);
        played.add(
            players.submit(() -> {
              SequenceReport report = new SequenceRun(field, application, digest, seed).play();
              reports.add(report);
              told(report, reports.size(), count);
              return report;
            }));
      }
      for (Future<?> one : played) {
        Object unused = one.get();
      }
    } catch (ExecutionException e) {
      throw CommandFailure.operational(
          "Expected every sequence to be played, but: " + e.getCause());
    }
    field.awaitEmpty(DrillField.SEQUENCES, DrillField.EMULATED);
    return List.copyOf(reports);
  }

  private synchronized void told(SequenceReport report, int done, int count) {
    progress.show(
        "sequence %d of %d: %s, seed %d, %d -> %s%s"
            .formatted(
                done,
                count,
                report.application(),
                report.seed(),
                report.start(),
                report.sizes(),
                report.wrong().isEmpty() ? "" : " WRONG: " + report.wrong()));
  }
}
