package io.pliant.api;

import java.time.Instant;

/**
 * What a browser is logged in with.
 *
 * @param token to be sent as {@code Authorization: Bearer}
 * @param until it is good so long
 */
public record LoginReply(String token, String user, Instant until) {}
