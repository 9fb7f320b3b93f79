package io.pliant.runtime.controller.agents;

import io.pliant.identity.RoleTrust;
import javax.net.ssl.SSLContext;

/**
 * Where and how a controller listens for node agents.
 *
 * @param host address to bind
 * @param port port to bind, or 0 for any free one
 * @param tls how to make TLS connections
 * @param trust whom to believe
 */
public record AgentPortSettings(String host, int port, SSLContext tls, RoleTrust trust) {}
