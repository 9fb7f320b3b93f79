package io.pliant.runtime.node.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.ExitStatus;
import io.pliant.runtime.confinement.CpuList;
import io.pliant.runtime.node.TestController;
import io.pliant.runtime.node.TestNode;
import io.pliant.runtime.node.folder.ProcessIdentity;
import io.pliant.runtime.node.folder.StepDraft;
import io.pliant.runtime.node.folder.StepFolder;
import io.pliant.runtime.node.folder.StepState;
import io.pliant.runtime.node.folder.TaskCpus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A script that somebody still has open for writing, as a child forked meanwhile does. */
class BusyScriptTest {
  private static final Pattern SWITCHES =
      Pattern.compile("(?m)^voluntary_ctxt_switches:\\s*(\\d+)$");

  private TestController unused;
  private TestNode orders;
  private Launcher launcher;

  @BeforeEach
  void start() {
    unused = TestController.start();
    orders = TestNode.start(unused);
    orders.stopRole();
    launcher = Launcher.startWithoutCgroups(NativeFiles.NONE);
  }

  @AfterEach
  void stop() {
    launcher.close();
    orders.close();
    unused.close();
  }

  @Test
  void shouldRunAScriptOnceNobodyHasItOpenForWriting() throws Exception {
    TestNode.Order order = orders.script(1, "exit 4");
    StepFolder folder =
        new StepFolder(Files.createDirectory(orders.dir.resolve("s")), order.step());
    StepDraft draft = new StepDraft(folder);
    draft.fill(order.order(), TaskCpus.all(CpuList.NONE), List.of(), false);
    draft.settle();

    try (FileChannel held =
        FileChannel.open(folder.dir().resolve("slurm_script"), StandardOpenOption.WRITE)) {
      launcher.launch(folder);
      TestNode.await(() -> taskKeepsTrying(folder) || state(folder).end() != null, "a busy script");
      assertThat(held.isOpen()).isTrue();
    }

    TestNode.await(() -> state(folder).end() != null, "the end of the step");
    assertThat(state(folder).exits()).containsExactly(new ExitStatus(4, 0));
  }

  private static StepState state(StepFolder folder) {
    try {
      return folder.state();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean taskKeepsTrying(StepFolder folder) {
    ProcessIdentity supervisor = state(folder).supervisor();
    return supervisor != null
        && ProcessHandle.of(supervisor.pid()).stream()
            .flatMap(ProcessHandle::children)
            .anyMatch(child -> naps(child.pid()) > 20);
  }

  private static int naps(long pid) {
    try {
      Matcher found = SWITCHES.matcher(Files.readString(Path.of("/proc/" + pid + "/status")));
      return found.find() ? Integer.parseInt(found.group(1)) : 0;
    } catch (IOException e) {
      return 0; // it has ended meanwhile
    }
  }
}
