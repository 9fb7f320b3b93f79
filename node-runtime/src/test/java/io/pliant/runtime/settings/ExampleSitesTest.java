package io.pliant.runtime.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.actors.journal.JournalSettings;
import io.pliant.runtime.settings.SecuritySettings.IdentityFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in config/ are read by the program that they are for. */
final class ExampleSitesTest {
  private static final Path CONFIG = Path.of("..", "config").toAbsolutePath().normalize();

  @TempDir Path dir;

  @Test
  void shouldReadTheSingleHost() {
    assertThat(SettingsFile.read(CONFIG.resolve("single-host.conf")).controller().clusterName())
        .isEqualTo("workstation");
  }

  @Test
  void shouldReadOneOfThreeControllers() throws IOException {
    Path own =
        Files.writeString(
            dir.resolve("c2.conf"),
            """
            include file("%s")
            pliant.controller { name = "c2", cluster.port = 7102, agents.port = 7202, http.port = 7302 }
            pliant.journal.raft.port = 7402
            """
                .formatted(CONFIG.resolve("three-controllers.conf")));

    ControllerSettings settings = SettingsFile.read(own).controller();

    assertThat(settings.seeds()).hasSize(3).contains(settings.cluster());
    assertThat(settings.journal().describe())
        .isEqualTo("raft c2 of 3 in /var/lib/pliant/journal/c2");
  }

  @Test
  void shouldReadTheSiteOfSeveralHosts() throws IOException {
    Path shared = CONFIG.resolve("several-hosts.conf");
    Path own =
        Files.writeString(
            dir.resolve("ctl3.conf"),
            """
            include file("%s")
            site { name = "ctl3", here = "ctl3.cluster.site" }
            """
                .formatted(shared));

    ControllerSettings settings = SettingsFile.read(own).controller();

    assertThat(settings.seeds()).hasSize(3).contains(settings.cluster());
    assertThat(settings.journal().describe())
        .isEqualTo("raft ctl3 of 3 in /var/lib/pliant/journal/ctl3");
    assertThat(settings.security().identity()).isNotNull();
    assertThat(SettingsFile.readNode(shared).node().controllers()).hasSize(3);
    IdentityFiles agent = SettingsFile.readNode(shared).node().security().identity();
    assertThat(agent)
        .isEqualTo(
            new IdentityFiles(
                Path.of("/etc/pliant/node.pem"),
                Path.of("/etc/pliant/node.key"),
                Path.of("/etc/pliant/controllers-authority.pem"),
                null,
                null));
  }

  @Test
  void shouldReadTheSiteWithADatabase() throws IOException {
    Path password = Files.writeString(dir.resolve("password"), "pw");
    Path own =
        Files.writeString(
            dir.resolve("site.conf"),
            """
            include file("%s")
            pliant.journal.postgresql.password-file = "%s"
            """
                .formatted(CONFIG.resolve("postgresql-tls.conf"), password));

    ControllerSettings settings = SettingsFile.read(own).controller();

    assertThat(settings.journal()).isInstanceOf(JournalSettings.PostgreSql.class);
    assertThat(settings.security().identity()).isNotNull();
  }
}
