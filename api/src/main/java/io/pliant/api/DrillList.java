package io.pliant.api;

import java.util.List;

/**
 * Reports of drills that a controller finds in the folder {@code drills} of its state folder.
 *
 * @param reports the newest first, at most 50
 * @param unreadable files there that are no reports, and why
 */
public record DrillList(List<DrillReportEntry> reports, List<String> unreadable) {
  public DrillList {
    reports = List.copyOf(reports);
    unreadable = List.copyOf(unreadable);
  }
}
