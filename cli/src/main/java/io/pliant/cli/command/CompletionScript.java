package io.pliant.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Shell completion of commands and their options; what is neither is completed as a file name. */
final class CompletionScript {
  private final Map<String, CommandSpec> commands;

  private CompletionScript(Map<String, CommandSpec> commands) {
    this.commands = commands;
  }

  /** Completion of the subcommands of {@code root}. */
  static CompletionScript of(CommandLine root) {
    Map<String, CommandSpec> commands = new LinkedHashMap<>();
    root.getSubcommands().forEach((name, line) -> commands.put(name, line.getCommandSpec()));
    return new CompletionScript(commands);
  }

  /** For bash: {@code complete -F}. */
  String bash() {
    StringBuilder cases = new StringBuilder();
    commands.forEach((name, spec) ->
        cases.append("    %s) words=\"%s\" ;;%n".formatted(name, String.join(" ", words(spec)))));
    return """
    # bash completion of pliant; made by: pliant completion bash
    _pliant() {
      local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "%s" -- "$current"))
        return
      fi
      case $command in
    %s  esac
      if [[ $current == -* || $command == completion ]]; then
        COMPREPLY=($(compgen -W "$words" -- "$current"))
      else
        COMPREPLY=($(compgen -f -- "$current"))
      fi
    }
    complete -o filenames -F _pliant pliant ./pliant
    """
        .formatted(String.join(" ", commands.keySet()), cases);
  }

  /** For zsh: a file for {@code fpath}, with a description of each command and option. */
  String zsh() {
    StringBuilder text = new StringBuilder();
    text.append("#compdef pliant\n# zsh completion of pliant; made by: pliant completion zsh\n");
    text.append("_pliant() {\n  local -a commands options\n  commands=(\n");
    commands.forEach(
        (name, spec) -> text.append("    ").append(item(name, description(spec))).append('\n'));
    text.append(
        "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n");
    text.append("  case $words[2] in\n");
    commands.forEach((name, spec) -> text.append(zshCase(name, spec)));
    text.append("  esac\n  if [[ $PREFIX == -* || $words[2] == completion ]]; then\n");
    text.append("    _describe option options\n  else\n    _files\n  fi\n}\n");
    text.append(
        "if [[ $funcstack[1] == _pliant ]]; then _pliant \"$@\"; else compdef _pliant pliant;"
            + " fi\n");
    return text.toString();
  }

  private static String zshCase(String name, CommandSpec spec) {
    StringBuilder text = new StringBuilder("    " + name + ") options=(");
    for (OptionSpec option : spec.options()) {
      for (String word : option.names()) {
        text.append("\n      ").append(item(word, String.join(" ", option.description())));
      }
    }
    if (name.equals("completion")) {
      text.append("\n      bash\n      zsh");
    }
    return text.append(") ;;\n").toString();
  }

  private static String item(String word, String description) {
    String text = word.replace(":", "\\:") + ":" + description.replace(":", "\\:");
    return "'" + text.replace("'", "'\\''") + "'";
  }

  private static String description(CommandSpec spec) {
    return String.join(" ", spec.usageMessage().description());
  }

  private static List<String> words(CommandSpec spec) {
    List<String> words = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      words.addAll(List.of(option.names()));
    }
    if (spec.name().endsWith("completion")) {
      words.addAll(List.of("bash", "zsh"));
    }
    return words;
  }
}
