package io.pliant.runtime.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pliant.api.AccountList;
import io.pliant.api.AdaptRequest;
import io.pliant.api.AdaptationStatus;
import io.pliant.api.BackupRequest;
import io.pliant.api.BackupTaken;
import io.pliant.api.BatchEntry;
import io.pliant.api.BatchRequest;
import io.pliant.api.BoundsRequest;
import io.pliant.api.CallerEntry;
import io.pliant.api.ControllerStatus;
import io.pliant.api.DrainRequest;
import io.pliant.api.DrillList;
import io.pliant.api.ErrorBody;
import io.pliant.api.HistoryEntry;
import io.pliant.api.JobDetails;
import io.pliant.api.JobEnergyEntry;
import io.pliant.api.JobEventEntry;
import io.pliant.api.JournalStatus;
import io.pliant.api.LeaderReply;
import io.pliant.api.LeaderRequest;
import io.pliant.api.LinkReply;
import io.pliant.api.LoginReply;
import io.pliant.api.MembersReply;
import io.pliant.api.MembersRequest;
import io.pliant.api.NiceEntry;
import io.pliant.api.NodeEntry;
import io.pliant.api.NodeRemoved;
import io.pliant.api.OutputPart;
import io.pliant.api.PartitionEntry;
import io.pliant.api.PartitionPriorities;
import io.pliant.api.PartitionShares;
import io.pliant.api.PhaseEntry;
import io.pliant.api.PowerStatus;
import io.pliant.api.QueueEntry;
import io.pliant.api.QueueWindow;
import io.pliant.api.ReservationEntry;
import io.pliant.api.ReserveChange;
import io.pliant.api.ReserveRequest;
import io.pliant.api.StepDetails;
import io.pliant.api.StepMade;
import io.pliant.api.SubmissionCheck;
import io.pliant.api.Submitted;
import io.pliant.api.TopRequest;
import io.pliant.api.WaitExplanation;
import io.pliant.api.WordReply;
import io.pliant.api.WordRequest;
import io.pliant.core.adaptation.SizeChange;
import io.pliant.core.spec.JobUpdate;
import io.pliant.core.spec.Submission;
import io.pliant.core.step.Onlooker;
import io.pliant.core.step.StepRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The file describes the records that controllers and clients share, and nothing else. */
final class OpenApiRecordsTest {
  private static final Map<String, Class<?>> REQUESTS =
      Map.ofEntries(
          Map.entry("post /v1/jobs", Submission.class),
          Map.entry("post /v1/jobs:batch", BatchRequest.class),
          Map.entry("post /v1/jobs/check", Submission.class),
          Map.entry("post /v1/jobs/top", TopRequest.class),
          Map.entry("post /v1/jobs/{job}/update", JobUpdate.class),
          Map.entry("post /v1/jobs/{job}/adapt", AdaptRequest.class),
          Map.entry("post /v1/jobs/{job}/steps", StepRequest.class),
          Map.entry("post /v1/jobs/{job}/steps/{step}/onlookers", Onlooker.class),
          Map.entry("post /v1/journal/backup", BackupRequest.class),
          Map.entry("post /v1/journal/members", MembersRequest.class),
          Map.entry("post /v1/journal/leader", LeaderRequest.class),
          Map.entry("post /v1/nodes/words", WordRequest.class),
          Map.entry("post /v1/nodes/{node}/drain", DrainRequest.class),
          Map.entry("post /v1/reservations", ReserveRequest.class),
          Map.entry("post /v1/reservations/{partition}/{reservation}", ReserveChange.class),
          Map.entry("post /v1/power", BoundsRequest.class));

  private static final Map<String, Class<?>> ANSWERS =
      Map.ofEntries(
          Map.entry("post /v1/jobs", Submitted.class),
          Map.entry("post /v1/jobs/check", SubmissionCheck.class),
          Map.entry("get /v1/jobs/{job}", JobDetails.class),
          Map.entry("delete /v1/jobs/{job}", JobDetails.class),
          Map.entry("post /v1/jobs/{job}/hold", JobDetails.class),
          Map.entry("post /v1/jobs/{job}/suspend", JobDetails.class),
          Map.entry("post /v1/jobs/{job}/resume", JobDetails.class),
          Map.entry("post /v1/jobs/{job}/release", JobDetails.class),
          Map.entry("post /v1/jobs/{job}/requeue", JobDetails.class),
          Map.entry("post /v1/jobs/{job}/update", JobDetails.class),
          Map.entry("post /v1/jobs/{job}/adapt", JobDetails.class),
          Map.entry("get /v1/jobs/{job}/adaptation", AdaptationStatus.class),
          Map.entry("get /v1/jobs/{job}/energy", JobEnergyEntry.class),
          Map.entry("get /v1/jobs/{job}/why", WaitExplanation.class),
          Map.entry("post /v1/jobs/{job}/steps", StepMade.class),
          Map.entry("get /v1/jobs/{job}/steps/{step}", StepDetails.class),
          Map.entry("post /v1/jobs/{job}/steps/{step}/onlookers", StepDetails.class),
          Map.entry("get /v1/journal", JournalStatus.class),
          Map.entry("post /v1/journal/backup", BackupTaken.class),
          Map.entry("post /v1/journal/members", MembersReply.class),
          Map.entry("post /v1/journal/leader", LeaderReply.class),
          Map.entry("post /v1/nodes/words", WordReply.class),
          Map.entry("delete /v1/nodes/{node}", NodeRemoved.class),
          Map.entry("post /v1/nodes/{node}/drain", NodeEntry.class),
          Map.entry("post /v1/reservations", ReservationEntry.class),
          Map.entry("post /v1/reservations/{partition}/{reservation}", ReservationEntry.class),
          Map.entry("delete /v1/reservations/{partition}/{reservation}", ReservationEntry.class),
          Map.entry("post /v1/nodes/{node}/resume", NodeEntry.class),
          Map.entry("get /v1/accounts", AccountList.class),
          Map.entry("get /v1/power", PowerStatus.class),
          Map.entry("post /v1/power", PowerStatus.class),
          Map.entry("delete /v1/power", PowerStatus.class),
          Map.entry("get /v1/queue", QueueWindow.class),
          Map.entry("get /v1/drills", DrillList.class),
          Map.entry("get /v1/jobs/{job}/output", OutputPart.class),
          Map.entry("get /v1/nodes/{node}", NodeEntry.class),
          Map.entry("get /v1/me", CallerEntry.class),
          Map.entry("post /v1/console/links", LinkReply.class),
          Map.entry("post /v1/console/login", LoginReply.class),
          Map.entry("get /v1/status", ControllerStatus.class));

  private static final Map<String, Class<?>> LISTS =
      Map.ofEntries(
          Map.entry("get /v1/shares", PartitionShares.class),
          Map.entry("get /v1/priorities", PartitionPriorities.class),
          Map.entry("get /v1/jobs", QueueEntry.class),
          Map.entry("post /v1/jobs:batch", BatchEntry.class),
          Map.entry("get /v1/jobs/{job}/sizes", SizeChange.class),
          Map.entry("get /v1/jobs/{job}/phases", PhaseEntry.class),
          Map.entry("get /v1/nodes", NodeEntry.class),
          Map.entry("get /v1/reservations", ReservationEntry.class),
          Map.entry("get /v1/partitions", PartitionEntry.class),
          Map.entry("get /v1/history", HistoryEntry.class),
          Map.entry("get /v1/events", JobEventEntry.class),
          Map.entry("post /v1/jobs/top", NiceEntry.class));

  /**
   * Documents that are no records: health leaves out what is not known, this file itself, and
   * metrics.
   */
  private static final Set<String> WITHOUT_RECORD =
      Set.of("get /livez", "get /readyz", "get /healthz", "get /v1/openapi.json", "get /metrics");

  @Test
  void shouldDescribeTheRecordsAndNothingElse() throws IOException {
    assertThat(differences(file())).isEmpty();
  }

  @Test
  void shouldSeeEachPlantedDifference() throws IOException {
    expectSeen(
        "QueueEntry.reason", "QueueEntry", s -> s.withObject("/properties").remove("reason"));
    expectSeen(
        "QueueEntry.colour",
        "QueueEntry",
        s -> s.withObject("/properties").putObject("colour").put("type", "string"));
    expectSeen("QueueEntry.nodes", "QueueEntry", s -> part(s, "nodes").put("type", "string"));
    expectSeen("QueueEntry.priority", "QueueEntry", s -> part(s, "priority").put("type", "number"));
    expectSeen(
        "QueueEntry.submittedAt", "QueueEntry", s -> part(s, "submittedAt").remove("format"));
    expectSeen(
        "QueueEntry.cpus",
        "QueueEntry",
        s -> part(s, "cpus").putArray("type").add("integer").add("null"));
    expectSeen("QueueEntry", "QueueEntry", s -> ((ArrayNode) s.get("required")).remove(0));
    expectSeen("QueueEntry.status", "JobStatus", s -> ((ArrayNode) s.get("enum")).add("ASLEEP"));
    expectSeen("Submission.options", "Submission", s -> part(s, "options").put("type", "string"));
    expectSeen(
        "JobDetails.steps[].energy.joules",
        "StepEnergyEntry",
        s -> part(s, "joules").put("type", "integer"));
    expectSeen(
        "NodeEntry.jobs[]", "NodeEntry", s -> part(s, "jobs").putObject("items").put("type", "x"));
  }

  private static void expectSeen(String place, String schema, Consumer<ObjectNode> change)
      throws IOException {
    JsonNode file = file();
    change.accept((ObjectNode) file.at("/components/schemas/" + schema));
    assertThat(differences(file))
        .as(place)
        .anySatisfy(difference -> assertThat(difference).contains(place + " "));
  }

  private static ObjectNode part(ObjectNode schema, String name) {
    return (ObjectNode) schema.at("/properties/" + name);
  }

  private static List<String> differences(JsonNode file) {
    List<String> all = new ArrayList<>();
    all.addAll(
        SchemaDifferences.ofAnswer(
            file, file.at("/components/schemas/Error"), ErrorBody.class, "ErrorBody"));
    for (Map.Entry<String, JsonNode> path : file.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        String name = operation.getKey() + " " + path.getKey();
        request(file, operation.getValue(), name, all);
        if (!WITHOUT_RECORD.contains(name)) {
          answer(file, operation.getValue(), name, all);
        }
      }
    }
    return all;
  }

  private static void request(
      JsonNode file, JsonNode operation, String name, List<String> differences) {
    JsonNode body = operation.at("/requestBody/content/application~1json/schema");
    Class<?> type = REQUESTS.get(name);
    if (type == null || body.isMissingNode()) {
      if (type != null || !body.isMissingNode()) {
        differences.add(name + " takes " + (type == null ? "no body" : type));
      }
      return;
    }
    differences.addAll(
        SchemaDifferences.ofRequest(file, body, type, name + ": " + type.getSimpleName()));
  }

  private static void answer(
      JsonNode file, JsonNode operation, String name, List<String> differences) {
    JsonNode ok = operation.at("/responses/200/content/application~1json/schema");
    JsonNode made = operation.at("/responses/201/content/application~1json/schema");
    JsonNode schema = ok.isMissingNode() ? made : ok;
    @Nullable Class<?> element = LISTS.get(name);
    @Nullable Class<?> type = element == null ? ANSWERS.get(name) : element;
    if (type == null) {
      differences.add(name + " has a record, but this test does not know it");
      return;
    }
    if ((element != null) != schema.path("type").asText().equals("array")) {
      differences.add(name + " answers " + (element == null ? "one " : "a list of ") + type);
    }
    differences.addAll(
        SchemaDifferences.ofAnswer(
            file,
            element == null ? schema : schema.path("items"),
            type,
            name + ": " + type.getSimpleName()));
  }

  private static JsonNode file() throws IOException {
    try (var in = HttpApi.class.getResourceAsStream("openapi.json")) {
      return new ObjectMapper().readTree(in);
    }
  }
}
