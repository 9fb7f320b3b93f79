package io.pliant.runtime.settings;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.pliant.actors.journal.JournalConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.pekko.actor.BootstrapSetup;

/** A site's configuration file, read once and checked as a whole. */
public final class SettingsFile {
  private static final Set<String> TOP_LEVEL = Set.of("pliant", "pekko", "site");

  private final Config own;
  private final ControllerSettings controller;
  private final NodeSection node;
  private final LogFormat log;

  private SettingsFile(Config own, ControllerSettings controller, NodeSection node, LogFormat log) {
    this.own = own;
    this.controller = controller;
    this.node = node;
    this.log = log;
  }

  /** Reads {@code file}; throws {@link SettingsException} when anything in it cannot be used. */
  public static SettingsFile read(Path file) {
    return read(file, true);
  }

  /**
   * Reads {@code file} for an agent. Hosts share a file, and a compute node need not be one of the
   * controllers in it.
   */
  public static SettingsFile readNode(Path file) {
    return read(file, false);
  }

  private static SettingsFile read(Path file, boolean forController) {
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new SettingsException(
          "Expected to read the configuration " + file + ", but there is no such readable file.");
    }
    try {
      Config own =
          ConfigFactory.parseFile(
              file.toFile(), ConfigParseOptions.defaults().setAllowMissing(false));
      refuseStrangers(own);
      Config whole =
          ConfigFactory.defaultOverrides()
              .withFallback(own)
              .withFallback(ConfigFactory.defaultReferenceUnresolved())
              .resolve();
      return of(own, whole, forController);
    } catch (ConfigException e) {
      throw new SettingsException(
          "Expected to understand the configuration %s, but: %s".formatted(file, e.getMessage()),
          e);
    }
  }

  public ControllerSettings controller() {
    return controller;
  }

  public NodeSection node() {
    return node;
  }

  public LogFormat log() {
    return log;
  }

  /** Pekko's settings for a controller: the site's own over ours over the defaults. */
  public BootstrapSetup actorSystem() {
    return BootstrapSetup.create(
        ConfigFactory.defaultOverrides()
            .withFallback(own)
            .withFallback(JournalConfig.of(controller.journal()))
            .withFallback(PekkoConfig.of(controller))
            .withFallback(ConfigFactory.defaultReferenceUnresolved())
            .resolve());
  }

  private static void refuseStrangers(Config own) {
    for (String key : own.root().keySet()) {
      if (!TOP_LEVEL.contains(key)) {
        String near = Suggestion.nearest(key, TOP_LEVEL);
        throw new SettingsException(
            "%s: unknown key %s. %s"
                .formatted(
                    Section.place(own.root().get(key)),
                    key,
                    near == null
                        ? "Expected everything under pliant, pekko or site."
                        : "Maybe you meant '" + near + "'."));
      }
    }
  }

  private static SettingsFile of(Config own, Config whole, boolean forController) {
    Section pliant = Section.of("pliant", whole.getObject("pliant"));
    ControllerSettings controller = ControllerReader.read(pliant, forController);
    NodeSection node = NodeSection.read(pliant.section("node"), controller);
    LogFormat log = LogFormat.read(pliant.section("log"));
    return pliant.closed(new SettingsFile(own, controller, node, log));
  }
}
