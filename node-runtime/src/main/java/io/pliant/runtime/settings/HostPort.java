package io.pliant.runtime.settings;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * An address to listen on or to dial.
 *
 * @param host name or literal address, IPv6 without brackets
 * @param port 0..65535; 0 asks for a free port where listening allows it
 */
public record HostPort(String host, int port) {
  public HostPort {
    if (host.isBlank() || port < 0 || port > 65535) {
      throw new IllegalArgumentException(
          "Expected a host and a port from 0 to 65535, but got '" + host + "' and " + port + ".");
    }
  }

  /** Parses {@code host:port} or {@code [ipv6]:port}; throws IllegalArgumentException otherwise. */
  public static HostPort parse(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? "" : text.substring(0, colon);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    try {
      if (colon > 0 && (bracketed || host.indexOf(':') < 0)) {
        return new HostPort(
            bracketed ? host.substring(1, host.length() - 1) : host,
            Integer.parseInt(text.substring(colon + 1)));
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("Expected host:port, but got '" + text + "'.", e);
    }
    throw new IllegalArgumentException("Expected host:port, but got '" + text + "'.");
  }

  /** True when only this machine can reach it; a host that cannot be resolved counts as remote. */
  public boolean loopback() {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** For dialling: the name is looked up at each attempt. */
  public InetSocketAddress unresolved() {
    return InetSocketAddress.createUnresolved(host, port);
  }

  public InetSocketAddress socketAddress() {
    return new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
