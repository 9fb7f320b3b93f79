package io.pliant.cli.submission;

import io.pliant.cli.invocation.CommandFailure;
import io.pliant.cli.invocation.Context;
import io.pliant.core.option.NodeFile;
import io.pliant.core.option.VariableOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads files of {@code --nodefile} here, where they are. */
public final class NodeFiles {
  private NodeFiles() {}

  /**
   * These options with what the file that {@code SLURM_HOSTFILE} names says; unchanged where there
   * is none, or where nodes are named already.
   */
  public static List<String> placed(List<String> options, Context context) {
    String file = context.variable("SLURM_HOSTFILE");
    boolean off = "off".equals(context.variable(VariableOptions.SWITCH));
    if (file == null || file.isEmpty() || off || NodeFile.named(options)) {
      return options;
    }
    List<String> all = new ArrayList<>(options);
    try {
      all.addAll(NodeFile.asPlaces(file, text(file, "SLURM_HOSTFILE")));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
    return all;
  }

  /** These options with the names of a file as the last; unchanged where there is no file. */
  public static List<String> added(List<String> options, @Nullable String file) {
    if (file == null) {
      return options;
    }
    List<String> all = new ArrayList<>(options);
    try {
      all.add(NodeFile.asOption(file, text(file, "--nodefile")));
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(String.valueOf(e.getMessage()));
    }
    return all;
  }

  private static String text(String file, String from) {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      byte[] bytes = in.readNBytes(NodeFile.MOST + 1);
      if (bytes.length > NodeFile.MOST) {
        throw CommandFailure.usage(
            "Expected a file of nodes of at most 1 MB, but '%s' has more.".formatted(file));
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (NoSuchFileException e) {
      throw CommandFailure.operational(
          "Expected a file of nodes (%s), but there is no file '%s'.".formatted(from, file));
    } catch (IOException e) {
      throw CommandFailure.operational(
          "Expected to read the file of nodes '%s', but %s.".formatted(file, e));
    }
  }
}
