package io.pliant.actors.partition;

import java.time.Duration;

/**
 * How scheduling rounds are watched.
 *
 * @param every a round is held at least so often while jobs wait
 * @param giveUp a round that takes longer is given up
 * @param alarm jobs that wait for longer than this without any round raise an alarm
 */
public record RoundClocks(Duration every, Duration giveUp, Duration alarm) {}
