package io.pliant.api;

/**
 * Answer to a backup.
 *
 * @param entry newest log entry in it
 * @param event newest event in it
 */
public record BackupTaken(long entry, long event) {}
