package io.pliant.runtime.node.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the build made in C for supervisors, as far as this host has it.
 *
 * @param pmix as {@link PmixHelper} offers it
 * @param yieldLibrary as {@link YieldLibrary} offers it
 * @param starter as {@link TaskStarter} offers it
 */
public record NativeFiles(
    @Nullable Path pmix, @Nullable Path yieldLibrary, @Nullable Path starter) {
  /** Nothing: what needs them is refused, or costs more. */
  public static final NativeFiles NONE = new NativeFiles(null, null, null);

  /**
   * All that there are.
   *
   * @param pmixHelper the setting
   * @param nodes folder of all nodes of the agent
   * @throws IllegalStateException as {@link PmixHelper#offered}
   */
  public static NativeFiles offered(String pmixHelper, Path nodes) {
    return new NativeFiles(
        PmixHelper.offered(pmixHelper, nodes),
        YieldLibrary.offered(nodes),
        TaskStarter.offered(nodes));
  }

  /** As options of the launcher. */
  List<String> options() {
    List<String> options = new ArrayList<>();
    add(options, "pmix", pmix);
    add(options, "yield", yieldLibrary);
    add(options, "start", starter);
    return options;
  }

  private static void add(List<String> options, String name, @Nullable Path file) {
    if (file != null) {
      options.add(name + "=" + file);
    }
  }
}
