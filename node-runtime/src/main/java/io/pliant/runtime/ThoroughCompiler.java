package io.pliant.runtime;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of the virtual machine that compiles thoroughly (C2). What it makes halves what a job
 * costs, and to make it takes as long as hundreds of jobs. So it works when nobody else wants the
 * processor: its niceness is raised, which Linux has for each thread. Threads that it starts
 * inherit it. Elsewhere it works as before.
 */
final class ThoroughCompiler {
  private static final Logger LOG = LoggerFactory.getLogger(ThoroughCompiler.class);
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final String NAME = "C2 Compiler"; // the kernel keeps 15 characters of a name
  private static final int PRIO_PROCESS = 0;
  private static final int NICE = 10;

  private ThoroughCompiler() {}

  /** Has it step back, for the life of this process. */
  static void stepBack() {
    if (!Files.isDirectory(THREADS)) {
      return;
    }
    try {
      for (int thread : threads()) {
        setNiceness(thread);
      }
    } catch (IOException e) {
      LOG.warn("Expected to have the compiler step back, but {}", e.getMessage());
    }
  }

  /** Kernel's numbers of its threads; none where the quick compiler works alone. */
  static List<Integer> threads() throws IOException {
    try (Stream<Path> all = Files.list(THREADS)) {
      return all.filter(ThoroughCompiler::isIts)
          .map(thread -> Integer.valueOf(String.valueOf(thread.getFileName())))
          .toList();
    }
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
  private static void setNiceness(int thread) throws IOException {
    Linker linker = Linker.nativeLinker();
    try {
      MemorySegment call = linker.defaultLookup().findOrThrow("setpriority");
      int result =
          (int)
              linker
                  .downcallHandle(
                      call, FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT))
                  .invokeExact(PRIO_PROCESS, thread, NICE);
      if (result != 0) {
        throw new IOException("setpriority refused it for thread " + thread);
      }
    } catch (NoSuchElementException e) {
      throw new IOException("the C library has no setpriority", e);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IOException("setpriority could not be called", e);
    }
  }
}
