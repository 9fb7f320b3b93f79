package io.pliant.core.spec;

/**
 * The authenticated user on whose behalf a job runs; never taken from a message body.
 *
 * @param name login name
 * @param uid numeric user id
 * @param gid numeric primary group id
 */
public record Submitter(String name, int uid, int gid) {}
