package io.pliant.cli.invocation;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Takes the next word as the value of an option, also one that looks like an option: {@code -i}.
 */
public final class AnyWord implements IParameterPreprocessor {
  /** False when there is no word, which the caller tells. */
  @Override
  @SuppressWarnings("JdkObsolete") // the library asks for a Stack
  public boolean preprocess(
      Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> information) {
    if (words.isEmpty()) {
      return false;
    }
    option.setValue(words.pop());
    return true;
  }
}
