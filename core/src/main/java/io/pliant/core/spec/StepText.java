package io.pliant.core.spec;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a user hands in for a step. */
public interface StepText {
  String name();

  List<String> command();

  Map<String, String> environment();

  String workingDirectory();

  StreamFiles files();

  @Nullable StepIo io();
}
