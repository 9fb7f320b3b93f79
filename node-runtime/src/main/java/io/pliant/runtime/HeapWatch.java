package io.pliant.runtime;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.management.NotificationEmitter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that a process that runs out of memory says so beforehand and leaves its heap behind:
 * a warning when little is free after a collection, and a dump in the folder {@code heap} of its
 * state. The newest dump of earlier processes is kept, the others are removed.
 */
final class HeapWatch {
  private static final Logger LOG = LoggerFactory.getLogger(HeapWatch.class);
  private static final double SCARCE = 0.9;
  private static final int MEBIBYTE = 1 << 20;

  private HeapWatch() {}

  /** Begins, for this process, whose state is in that folder. */
  static void begin(Path dir) throws IOException {
    Path folder = Files.createDirectories(dir.resolve("heap"));
    tellOfEarlierDump(folder);
    HotSpotDiagnosticMXBean machine =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    machine.setVMOption("HeapDumpPath", folder.toString());
    machine.setVMOption("HeapDumpOnOutOfMemoryError", "true");
    warnWhenScarce();
  }

  private static void tellOfEarlierDump(Path folder) throws IOException {
    List<Path> dumps = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files.filter(file -> file.toString().endsWith(".hprof")).forEach(dumps::add);
    }
    dumps.sort(Comparator.comparing(file -> file.toFile().lastModified()));
    while (dumps.size() > 1) {
      Files.deleteIfExists(dumps.removeFirst());
    }
    if (!dumps.isEmpty()) {
      LOG.warn(
          "An earlier process with this state ran out of memory; its heap is in {} ({} MB)."
              + " It holds what users handed in. Look into it, or delete it.",
          dumps.getFirst(),
          Files.size(dumps.getFirst()) / MEBIBYTE);
    }
  }

  private static void warnWhenScarce() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      long most = pool.getUsage().getMax();
      if (pool.getType() == MemoryType.HEAP
          && pool.isCollectionUsageThresholdSupported()
          && most > 0
          && pool.isUsageThresholdSupported()) {
        pool.setCollectionUsageThreshold((long) (most * SCARCE));
      }
    }
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    ((NotificationEmitter) memory)
        .addNotificationListener(
            (_, _) -> tell(memory.getHeapMemoryUsage()),
            notification ->
                MemoryNotificationInfo.MEMORY_COLLECTION_THRESHOLD_EXCEEDED.equals(
                    notification.getType()),
            null);
  }

  private static void tell(MemoryUsage heap) {
    LOG.warn(
        "The heap is nearly full: {} of {} MB are in use after a collection, {} threads, {} s after"
            + " the start. A larger -Xmx in PLIANT_CONTROLLER_OPTS or PLIANT_NODE_OPTS helps.",
        heap.getUsed() / MEBIBYTE,
        heap.getMax() / MEBIBYTE,
        ManagementFactory.getThreadMXBean().getThreadCount(),
        ManagementFactory.getRuntimeMXBean().getUptime() / 1000);
  }
}
