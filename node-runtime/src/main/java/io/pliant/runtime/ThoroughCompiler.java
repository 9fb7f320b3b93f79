package io.pliant.runtime;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of the virtual machine that compile thoroughly (C2). What they make takes a quarter
 * from what a job costs a controller, and to make it takes as long as hundreds of jobs. So they
 * work when nobody else wants the processor: their niceness is raised, which Linux has for each
 * thread. Elsewhere, and for one that the quick compiler starts later on a host of many processors,
 * all is as before.
 */
final class ThoroughCompiler {
  private static final Logger LOG = LoggerFactory.getLogger(ThoroughCompiler.class);
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final String NAME = "C2 Compiler"; // the kernel keeps 15 characters of a name
  private static final int PRIO_PROCESS = 0;
  private static final int STEP = 10;
  private static final int NICEST = 19;
  private static final int NICENESS = 16; // place behind the name in stat, see proc(5)

  private ThoroughCompiler() {}

  /** Has them step back, for the life of this process. That it cannot be done is no fault. */
  static void stepBack() {
    if (!Files.isDirectory(THREADS)) {
      return;
    }
    try {
      for (Path thread : threads()) {
        setNiceness(
            Integer.parseInt(String.valueOf(thread.getFileName())),
            Math.min(NICEST, niceness(thread) + STEP));
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Expected to have the compiler step back, but {}", e.getMessage());
    }
  }

  /** Their folders in /proc; none where the quick compiler works alone. */
  static List<Path> threads() throws IOException {
    try (Stream<Path> all = Files.list(THREADS)) {
      return all.filter(ThoroughCompiler::isIts).toList();
    }
  }

  /** Of the thread with that folder in /proc. */
  static int niceness(Path thread) throws IOException {
    String line = Files.readString(thread.resolve("stat"));
    return Integer.parseInt(line.substring(line.lastIndexOf(')') + 2).split(" ")[NICENESS]);
  }

  private static boolean isIts(Path thread) {
    try {
      return Files.readString(thread.resolve("comm")).startsWith(NAME);
    } catch (IOException e) {
      LOG.debug("A thread ended while its name was looked at", e);
      return false;
    }
  }

  /** {@code setpriority(2)}: everybody may make his own threads nicer. */
  private static void setNiceness(int thread, int niceness) throws IOException {
    Linker linker = Linker.nativeLinker();
    MemorySegment call = linker.defaultLookup().findOrThrow("setpriority");
    FunctionDescriptor shape = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    int result;
    try {
      result = (int) linker.downcallHandle(call, shape).invokeExact(PRIO_PROCESS, thread, niceness);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("setpriority could not be called", e);
    }
    if (result != 0) {
      throw new IOException("setpriority refused it for thread " + thread);
    }
  }
}
