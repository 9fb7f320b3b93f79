package io.pliant.journal.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.identity.Credentials;
import io.pliant.identity.Identity;
import io.pliant.identity.TestIdentities;
import io.pliant.identity.TestIdentities.ProcessFiles;
import io.pliant.identity.TlsProbe;
import io.pliant.journal.GroupSettings;
import io.pliant.journal.TestGroups;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The port of a group speaks with controllers of its cluster alone. */
@Timeout(240)
final class MemberTlsTest {
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

  @TempDir Path dir;

  @Test
  void shouldSpeakWithMembersAndRefuseEverybodyElse() throws Exception {
    List<JournalMember> members = new ArrayList<>();
    List<GroupSettings> settings = overTls(TestGroups.of(dir, 3, 1000));
    try {
      settings.forEach(own -> members.add(JournalMember.open(own)));
      assertThat(
              members
                  .getLast()
                  .first()
                  .read(_ -> "agreed")
                  .toCompletableFuture()
                  .get(120, TimeUnit.SECONDS))
          .isEqualTo("agreed");
      for (GroupSettings own : settings) {
        int port = own.own().port();
        assertThat(TlsProbe.refused(port, tls(member("m1")), PREFACE)).isFalse();
        for (Map.Entry<String, Credentials> who :
            TlsProbe.strangersToControllers("test").entrySet()) {
          assertThat(TlsProbe.refused(port, tls(who.getValue()), PREFACE))
              .as(who.getKey())
              .isTrue();
        }
        assertThat(TlsProbe.refused(port, TlsProbe.tls("test", null), PREFACE))
            .as("no certificate")
            .isTrue();
        assertThat(TlsProbe.version(port, tls(member("m1")), "TLSv1.3")).isEqualTo("TLSv1.3");
        assertThat(TlsProbe.version(port, tls(member("m1")), "TLSv1.2")).isNull();
        assertThat(TlsProbe.refusedPlain(port, PREFACE)).as("no TLS").isTrue();
      }
    } finally {
      members.forEach(JournalMember::close);
    }
  }

  private static SSLContext tls(Credentials credentials) {
    return TlsProbe.tls("test", credentials);
  }

  private static Credentials member(String name) {
    return TestIdentities.OURS.of(Identity.controller("test", name), "127.0.0.1");
  }

  private List<GroupSettings> overTls(List<GroupSettings> plain) throws Exception {
    List<GroupSettings> all = new ArrayList<>();
    for (GroupSettings own : plain) {
      ProcessFiles files =
          TestIdentities.OURS.write(dir.resolve("pem-" + own.self()), member(own.self()));
      all.add(
          new GroupSettings(
              own.group(),
              own.folder(),
              own.self(),
              own.members(),
              own.groups(),
              own.timing(),
              own.snapshotEvery(),
              new GroupSettings.Tls(files.certificate(), files.key(), files.authority())));
    }
    return all;
  }
}
