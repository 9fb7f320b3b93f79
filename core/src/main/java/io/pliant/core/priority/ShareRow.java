package io.pliant.core.priority;

import org.jspecify.annotations.Nullable;

/**
 * One account or user in a tree of fair shares.
 *
 * @param account its name, or of a user that of his account; null for a user below the root
 * @param user login name, or null for an account
 * @param parent of an account: the one above it, or null below the root; null for a user
 * @param depth accounts on the way from the root, with itself; from 1
 * @param shares among its siblings
 * @param use decayed cpu-seconds of all below it
 * @param standing what follows from these
 */
public record ShareRow(
    @Nullable String account,
    @Nullable String user,
    @Nullable String parent,
    int depth,
    int shares,
    double use,
    FairShare.Standing standing) {}
