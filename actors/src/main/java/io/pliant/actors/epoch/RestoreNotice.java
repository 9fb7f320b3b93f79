package io.pliant.actors.epoch;

/**
 * A restore of the journal that a controller's files tell of.
 *
 * @param word tells it from other restores
 * @param told is run once the cluster knows of it, so that it need not be said at each start
 */
public record RestoreNotice(String word, Runnable told) {}
