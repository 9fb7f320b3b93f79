package io.pliant.api;

/**
 * Body of a backup.
 *
 * @param to an absolute path on the controller's host that does not exist yet
 */
public record BackupRequest(String to) {}
