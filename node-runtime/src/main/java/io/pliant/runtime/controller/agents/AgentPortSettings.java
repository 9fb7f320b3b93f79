package io.pliant.runtime.controller.agents;

import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where and how a controller listens for node agents.
 *
 * @param host address to bind
 * @param port port to bind, or 0 for any free one
 * @param token word that an agent must present, or null to accept any agent
 * @param tls how to make TLS connections, or null for plain TCP
 */
public record AgentPortSettings(
    String host, int port, @Nullable String token, @Nullable SSLContext tls) {}
