package io.pliant.cli.submission;

import io.pliant.core.option.OptionArgument;
import io.pliant.core.option.SubmitOption;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Describes a command that reads its command line itself, for the overview and for completion. */
public final class RawSpecs {
  private RawSpecs() {}

  /** Name, description and options; no more than what completion should offer. */
  public static CommandSpec of(String name, String description, List<SubmitOption> options) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description);
    for (SubmitOption option : options.stream().filter(SubmitOption::kept).toList()) {
      Character letter = option.shortName();
      String word = "--" + option.longName();
      String[] names = letter == null ? new String[] {word} : new String[] {"-" + letter, word};
      boolean value = option.argument() == OptionArgument.REQUIRED;
      spec.addOption(
          OptionSpec.builder(names)
              .arity(value ? "1" : "0")
              .type(value ? String.class : boolean.class)
              .description(option.description().replace("%", "%%"))
              .build());
    }
    spec.addOption(
        OptionSpec.builder("--dir")
            .type(String.class)
            .description("State folder of the cluster.")
            .build());
    spec.addOption(
        OptionSpec.builder("--json").type(boolean.class).description("Print JSON.").build());
    return spec;
  }
}
