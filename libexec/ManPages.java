import io.pliant.cli.CommandCatalog;
import io.pliant.cli.invocation.Context;
import java.io.File;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes a page of the manual for each command, in AsciiDoc, from what {@code --help} says. */
final class ManPages {
  private ManPages() {}

  public static void main(String[] args) throws Exception {
    CommandLine all = CommandCatalog.all(Context.ofProcess());
    all.getSubcommands().forEach((name, command) -> command.setCommandName(name));
    CommandSpec[] specs =
        all.getSubcommands().values().stream().map(CommandLine::getCommandSpec).toArray(CommandSpec[]::new);
    int exit = ManPageGenerator.generateManPage(new File(args[0]), null, new boolean[0], true, specs);
    System.exit(exit);
  }
}
