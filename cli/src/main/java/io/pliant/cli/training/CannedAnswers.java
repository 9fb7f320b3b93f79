package io.pliant.cli.training;

import io.pliant.cli.json.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Answers of a controller that is none. */
final class CannedAnswers {
  private static final String QUEUE =
      """
      [{"job":1,"partition":"main","name":"wrap","user":"ada","status":"RUNNING",
        "submittedAt":"2026-01-01T00:00:00Z","startedAt":"2026-01-01T00:00:01.5Z","timeLimitSeconds":3600,
        "nodes":2,"cpus":4,"nodeList":"n[001-002]","reason":null,"priority":null,"resizing":false},
       {"job":2,"partition":"main","name":"wrap","user":"ada","status":"PENDING",
        "submittedAt":"2026-01-01T00:00:00Z","startedAt":null,"timeLimitSeconds":3600,
        "nodes":2,"cpus":4,"nodeList":null,"reason":"Resources","priority":0.5,"resizing":false}]
      """;
  private static final String JOB =
      """
      {"job":1,"spec":{"name":"wrap","submitter":{"name":"ada","uid":1,"gid":1},"partition":"main",
        "resources":{"minNodes":1,"maxNodes":1,"tasks":1,"cpusPerTask":1,"memoryMbPerNode":0,"exclusive":false},
        "timeLimit":"PT1H","payload":{"type":"BatchScript","script":"","arguments":[]},
        "files":{"output":"slurm-%j.out","append":false},"environment":{},"requeue":true,"hold":false,
        "workingDirectory":"/tmp","comment":""},
       "status":"COMPLETED","attempt":1,"reason":"","exit":{"code":0,"signal":0},
       "submittedAt":"2026-01-01T00:00:00Z","startedAt":"2026-01-01T00:00:01.5Z","endedAt":"2026-01-01T00:00:02Z",
       "allocation":{"slices":[{"node":"n001","cpus":1,"memoryMb":0,"tasks":1}]},
       "steps":[{"step":0,"attempt":1,"name":"hostname","status":"COMPLETED","nodes":["n001"],"tasks":1,"resizes":false,
         "exit":{"code":0,"signal":0},"message":"","startedAt":null,"endedAt":null}],
       "outputPath":"/tmp/slurm-1.out","errorPath":null,"host":"c1","energy":null}
      """;
  private static final String NODES =
      """
      [{"node":"n001","partition":"main","state":"idle","reason":"","cpus":2,"allocatedCpus":0,
        "memoryMb":1024,"allocatedMemoryMb":0,"jobs":[1],"lastSeen":null,"description":null,"power":null},
       {"node":"n002","partition":"main","state":"mixed","reason":"","cpus":2,"allocatedCpus":1,
        "memoryMb":1024,"allocatedMemoryMb":0,"jobs":[1],"lastSeen":null,"description":null,"power":null}]
      """;
  private static final String PARTITIONS =
      """
      [{"partition":"main","isDefault":true,"policy":"easy","term":1,"host":"c1","nodesUp":2,"nodesTotal":2,
        "cpus":4,"running":1,"waiting":1,"maxTimeSeconds":null,"defaultTimeSeconds":3600}]
      """;
  private static final String HISTORY =
      """
      [{"job":1,"name":"wrap","user":"ada","partition":"main","status":"COMPLETED","exit":{"code":0,"signal":0},
        "reason":"","attempts":1,"nodes":1,"cpus":1,"nodeList":"n001","submittedAt":"2026-01-01T00:00:00Z",
        "startedAt":"2026-01-01T00:00:01.5Z","endedAt":"2026-01-01T00:00:02Z","nodeSeconds":0.5,"cpuSeconds":0.5}]
      """;
  private static final String WHY =
      """
      {"job":1,"status":"PENDING","expectedStart":"2026-01-01T00:00:02Z",
       "reasons":[{"code":"Resources","text":"It needs 2 nodes."}],
       "priority":{"position":1,"value":0.5,"factors":[{"name":"age","weight":1,"factor":0.5,"text":"7 days"}]}}
      """;

  private CannedAnswers() {}

  /** Text of a {@code cluster.json} that names this process as its controller. */
  static String cluster(String config, Path socket) {
    Map<String, Object> controller =
        Map.of(
            "name",
            "c1",
            "pid",
            ProcessHandle.current().pid(),
            "http",
            "http://127.0.0.1:1",
            "socket",
            socket,
            "config",
            config,
            "log",
            "log");
    Map<String, Object> layout =
        Map.of(
            "controllers",
            1,
            "nodes",
            1,
            "emulated",
            0,
            "cpus",
            1,
            "memoryMb",
            1,
            "partitions",
            List.of("main:*"),
            "settings",
            List.of());
    return Json.writePretty(
        Map.of(
            "clusterName",
            "pliant",
            "layout",
            layout,
            "controllers",
            List.of(controller),
            "nodes",
            List.of()));
  }

  /** The answer to a request. */
  static String answer(String method, String target) {
    int question = target.indexOf('?');
    return switch (question < 0 ? target : target.substring(0, question)) {
      case "/v1/jobs" -> method.equals("POST") ? "{\"job\":1,\"warnings\":[]}" : QUEUE;
      case "/v1/jobs/1" -> JOB;
      case "/v1/jobs/1/why" -> WHY;
      case "/v1/nodes" -> NODES;
      case "/v1/partitions" -> PARTITIONS;
      case "/v1/history" -> HISTORY;
      default -> "{}";
    };
  }
}
