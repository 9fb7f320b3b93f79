package io.pliant.runtime.security;

import io.pliant.core.spec.Submitter;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import jdk.net.ExtendedSocketOptions;
import jdk.net.UnixDomainPrincipal;
import org.jspecify.annotations.Nullable;

/** The user at the other end of a Unix domain socket, as the kernel knows it. */
public final class PeerCredentials {
  private final UserAccounts accounts;

  public PeerCredentials(UserAccounts accounts) {
    this.accounts = accounts;
  }

  /**
   * The peer with the group that it ran with when it connected; null when the host knows no such
   * account.
   *
   * @throws IOException when the channel is closed or no Unix domain socket
   */
  public @Nullable Submitter of(SocketChannel channel) throws IOException {
    return of(channel.getOption(ExtendedSocketOptions.SO_PEERCRED));
  }

  /** The same of what the kernel has said of a connection. */
  public @Nullable Submitter of(UnixDomainPrincipal peer) {
    Submitter account = accounts.find(peer.user().getName());
    if (account == null) {
      return null;
    }
    int group = accounts.groupId(peer.group().getName());
    return new Submitter(account.name(), account.uid(), group < 0 ? account.gid() : group);
  }
}
