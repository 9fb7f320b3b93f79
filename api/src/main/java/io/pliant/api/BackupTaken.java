package io.pliant.api;

/**
 * Answer to a backup; with several groups of the journal the numbers of all of them together.
 *
 * @param entry newest log entry in it
 * @param event newest event in it
 */
public record BackupTaken(long entry, long event) {}
