package io.pliant.api;

import java.time.Instant;

/**
 * A link by which a browser logs in, once.
 *
 * @param url to be opened in a browser; it ends with a secret word
 * @param user who is logged in by it
 * @param until it must be opened by then
 */
public record LinkReply(String url, String user, Instant until) {}
