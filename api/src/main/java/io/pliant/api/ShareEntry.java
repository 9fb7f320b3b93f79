package io.pliant.api;

import io.pliant.core.priority.ShareRow;
import org.jspecify.annotations.Nullable;

/**
 * One account or user in a partition's tree of fair shares.
 *
 * @param account its name, or of a user that of his account; null for a user in none
 * @param user login name, or null for an account
 * @param parent of an account: the one above it, or null; null for a user
 * @param depth accounts on the way from the root, with itself; from 1
 * @param shares among its siblings
 * @param share product of its shares among siblings on the way from the root, from 0 to 1
 * @param cpuSeconds decayed use of all below it
 * @param use its part of all use, from 0 to 1
 * @param effectiveUse its use mixed with that of the accounts above, from 0 to 1
 * @param factor of fair share, from 0 to 1
 */
public record ShareEntry(
    @Nullable String account,
    @Nullable String user,
    @Nullable String parent,
    int depth,
    int shares,
    double share,
    double cpuSeconds,
    double use,
    double effectiveUse,
    double factor) {
  public static ShareEntry of(ShareRow row) {
    return new ShareEntry(
        row.account(),
        row.user(),
        row.parent(),
        row.depth(),
        row.shares(),
        row.standing().share(),
        row.use(),
        row.standing().use(),
        row.standing().effectiveUse(),
        row.standing().factor());
  }
}
