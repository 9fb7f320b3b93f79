package io.pliant.actors.accounting;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What the read side of a controller must know.
 *
 * @param folder of its files; nothing else may be in it
 * @param longestSearch after so long a search is given up
 */
public record AccountingSettings(AccountingLimits limits, Path folder, Duration longestSearch) {}
