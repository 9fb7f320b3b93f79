package io.pliant.runtime.node.folder;

import io.pliant.core.launch.FilePattern;
import io.pliant.core.launch.StepLaunch;
import io.pliant.core.launch.TaskEnvironment;
import io.pliant.core.spec.EarlyWarning;
import io.pliant.core.spec.Inheritance;
import io.pliant.core.spec.MpiStart;
import io.pliant.core.spec.StepIo;
import io.pliant.core.spec.StreamFiles;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A launch order in the form that supervisor.pl reads: {@code key NUL value NUL}, ends with {@code
 * end}.
 */
final class StepSpec {
  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** Key of when the step's attempt was granted; it stands before all that users choose. */
  private static final String GRANTED = "granted";

  private static final Pattern GRANTED_IN_FILE = Pattern.compile("\0" + GRANTED + "\0(\\d+)\0");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream(4096);

  private StepSpec() {}

  /**
   * The bytes of the file {@code spec}. No text in the order may contain a NUL.
   *
   * @param held cpus that its job and its tasks have
   * @param kept devices that its tasks may not open, as {@code c 195:1}
   * @param bootId the run of the host in which the order came
   * @param uptime when it came, in milliseconds since the host was started
   * @param leased true when the supervisor is to watch the lease of the node
   */
  static byte[] bytes(
      StepLaunch launch,
      TaskCpus held,
      List<String> kept,
      String bootId,
      long uptime,
      boolean leased) {
    StepSpec spec = new StepSpec();
    spec.put("boot", bootId);
    spec.put(SliceUse.PINNED, held.pinned().toString());
    spec.head(launch);
    spec.limit(launch, uptime);
    if (leased) {
      spec.put("lease", "1");
    }
    if (!kept.isEmpty()) {
      spec.put("kept", String.join(",", kept));
    }
    if (held.report() != null) {
      spec.put("bindreport", held.report());
    }
    if (held.note() != null) {
      spec.put("note", held.note());
    }
    spec.inherited(launch.environment());
    launch
        .environment()
        .forEach((name, value) -> {
          if (!name.startsWith(Inheritance.LIMIT) && !name.equals(MpiStart.VARIABLE)) {
            spec.put("env", name + "=" + value);
          }
        });
    launch.command().forEach(word -> spec.put("arg", word));
    TaskMemory memory = TaskMemory.of(launch);
    if (memory.report() != null) {
      spec.put("memreport", memory.report());
    }
    for (int index = 0; index < launch.taskCount(); index++) {
      spec.task(launch, index);
      if (!held.each().isEmpty()) {
        spec.put("taskcpus", held.each().get(index).toString());
      }
      if (!memory.each().isEmpty()) {
        spec.put("taskmem", memory.each().get(index));
      }
    }
    spec.put("end", "1");
    return spec.out.toByteArray();
  }

  /** True when these bytes are whole and of an order that came in the given run of the host. */
  static boolean wholeAndOf(byte[] spec, String bootId) {
    String text = new String(spec, StandardCharsets.UTF_8);
    return text.startsWith("boot\0" + bootId + "\0") && text.endsWith("\0end\0" + "1\0");
  }

  /** When the attempt was granted, from the text of a spec file; null when it does not say. */
  static @Nullable Long granted(String spec) {
    Matcher found = GRANTED_IN_FILE.matcher(spec);
    return found.find() ? Long.valueOf(found.group(1)) : null;
  }

  private void head(StepLaunch launch) {
    put("key", launch.step().key());
    put("job", launch.step().job().toString());
    put("step", Integer.toString(launch.step().step()));
    put("node", launch.node().value());
    put(SliceUse.CPUS, Integer.toString(launch.cpus()));
    put(SliceUse.MEMORY, Integer.toString(launch.memoryMb()));
    if (launch.kinds() != null) {
      put(SliceUse.KINDS, launch.kinds().unitWord());
    }
    if (launch.granted() != null) {
      put(GRANTED, launch.granted().toString());
    }
    put("user", launch.user().name());
    put("uid", Integer.toString(launch.user().uid()));
    put("gid", Integer.toString(launch.user().gid()));
    put("dir", launch.workingDirectory());
    put("grace", Integer.toString(launch.killGraceSeconds()));
    put("nodeindex", Integer.toString(launch.nodeIndex()));
    put("firstrank", Integer.toString(launch.firstRank()));
    put("totaltasks", Integer.toString(launch.totalTasks()));
    if (launch.script() != null) {
      put("batch", "1");
    }
    // several nodes may share a file: only the first of them empties it
    if (!launch.files().append() && launch.nodeIndex() == 0) {
      put("truncate", "1");
    }
    StepIo io = launch.io();
    if (io != null) {
      put("iohost", io.host());
      put("ioport", Integer.toString(io.port()));
      put("iosecret", io.secret());
      if (!StepIo.streams(io)) {
        put("iofiles", "1");
      }
    }
    MpiStart mpi = MpiStart.told(launch.environment());
    if (mpi.wanted() && launch.script() == null && !launch.malleable()) {
      put("mpi", mpi.word());
    }
  }

  private void inherited(Map<String, String> environment) {
    String umask = Inheritance.umask(environment);
    if (umask != null) {
      put("umask", umask);
    }
    Inheritance.limit(environment).forEach((limit, value) -> put("rlimit", limit + " " + value));
  }

  /** What is left of the time limit, from now on; clocks of controllers do not count here. */
  private void limit(StepLaunch launch, long uptime) {
    Duration left = launch.timeLeft();
    if (left != null) {
      Duration bounded = left.compareTo(LONGEST) > 0 ? LONGEST : left;
      put("left", Long.toString(Math.max(0, bounded.toMillis())));
      put("at", Long.toString(uptime));
      EarlyWarning warning = launch.warning();
      if (warning != null) {
        put("warnsignal", Integer.toString(warning.signal()));
        put("warnbefore", Integer.toString(warning.seconds()));
      }
    } else if (launch.deadline() != null) {
      put("deadline", Long.toString(launch.deadline().toEpochMilli()));
    }
  }

  private void task(StepLaunch launch, int index) {
    int rank = launch.rank(index);
    put("task", Integer.toString(rank));
    for (Map.Entry<String, String> variable : TaskEnvironment.forRank(launch, index).entrySet()) {
      if (!variable.getValue().equals(launch.environment().get(variable.getKey()))) {
        put("taskenv", variable.getKey() + "=" + variable.getValue());
      }
    }
    if (StepIo.streams(launch.io())) {
      return;
    }
    StreamFiles files = launch.files();
    String error = files.error();
    put("taskout", path(files.output(), launch, rank));
    put("taskerr", path(error == null ? files.output() : error, launch, rank));
    String input = files.input();
    if (input != null) {
      put("taskin", path(input, launch, rank));
    }
  }

  private static String path(String pattern, StepLaunch launch, int rank) {
    return FilePattern.replaceTaskSymbols(pattern, rank, launch.node(), launch.nodeIndex());
  }

  private void put(String key, String value) {
    out.writeBytes(key.getBytes(StandardCharsets.US_ASCII));
    out.write(0);
    out.writeBytes(value.getBytes(StandardCharsets.UTF_8));
    out.write(0);
  }
}
