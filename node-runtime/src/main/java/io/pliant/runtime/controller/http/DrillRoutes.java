package io.pliant.runtime.controller.http;

import io.pliant.runtime.controller.console.DrillReports;
import java.io.IOException;
import java.util.List;

/** Shows operators what drills found. */
final class DrillRoutes {
  private final DrillReports reports;
  private final Privacy privacy;

  DrillRoutes(DrillReports reports, Privacy privacy) {
    this.reports = reports;
    this.privacy = privacy;
  }

  List<Route> routes() {
    return List.of(Route.get("/v1/drills", this::drills));
  }

  private Reply drills(Call call) {
    privacy.requireOperator(call.caller(), "see reports of drills");
    try {
      return Reply.ok(reports.list());
    } catch (IOException e) {
      throw new ApiFailure(
          500, "INTERNAL", "Expected to list the reports of drills, but %s.".formatted(e));
    }
  }
}
