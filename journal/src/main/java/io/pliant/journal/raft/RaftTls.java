package io.pliant.journal.raft;

import io.pliant.identity.Credentials;
import io.pliant.identity.PemFile;
import io.pliant.identity.Role;
import io.pliant.identity.RoleTrust;
import io.pliant.journal.GroupSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.thirdparty.io.grpc.netty.GrpcSslContexts;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.ClientAuth;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslContext;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslContextBuilder;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.3 between members, each of which shows who it is; Ratis' own settings can't name the
 * version. Not with the JDK's TLS: Netty would look whether Bouncy Castle's is in use, and load 600
 * of its classes at each start.
 *
 * @param accepting for the port
 * @param dialling for connections to others
 */
record RaftTls(SslContext accepting, SslContext dialling) {
  private static final String PROTOCOL = "TLSv1.3";

  /** Those of a member, for {@link #in}; throws UncheckedIOException naming the file. */
  static RaftTls of(GroupSettings.Tls files, String cluster) {
    try {
      Credentials own = Credentials.read(files.certificate(), files.key());
      RoleTrust members =
          RoleTrust.of(PemFile.certificates(files.authority()), cluster, Role.CONTROLLER);
      SslContextBuilder accepting =
          SslContextBuilder.forServer(own.keyManager())
              .clientAuth(ClientAuth.REQUIRE)
              .trustManager(members);
      SslContextBuilder dialling =
          SslContextBuilder.forClient().keyManager(own.keyManager()).trustManager(members);
      return new RaftTls(pinned(accepting), pinned(dialling));
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private static SslContext pinned(SslContextBuilder builder) throws IOException {
    return GrpcSslContexts.configure(builder).protocols(PROTOCOL).build();
  }

  void into(Parameters parameters) {
    parameters.put(RaftTls.class.getName(), this, RaftTls.class);
  }

  /** Null where members speak plain, as in tests. */
  static @Nullable RaftTls in(Parameters parameters) {
    return parameters.get(RaftTls.class.getName(), RaftTls.class);
  }
}
