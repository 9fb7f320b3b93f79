package io.pliant.cli.slurm;

import io.pliant.cli.invocation.CommandFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pairs {@code Key=Value} of {@code scontrol update}, whose keys may be in any case and, from
 * three letters on, shortened as long as one key alone begins so.
 *
 * @param of what is updated: {@code JobId}, {@code NodeName} or {@code JobName} of all of that name
 * @param which their ids or names, as written
 * @param changes components of the API's JobUpdate, or {@code state} and {@code reason} of a node
 */
record UpdateWords(Entity of, String which, Map<String, String> changes) {
  private static final String ANEW = "cancel it and submit it again";

  /** What is updated. */
  enum Entity {
    JOBS,
    NAMED_JOBS,
    NODES
  }

  /** Keys of a job, and what they are in the API. */
  private static final Map<String, String> OF_JOB =
      ordered(
          "timelimit", "timeLimit",
          "nice", "nice",
          "priority", "priority",
          "jobname", "name",
          "name", "name",
          "comment", "comment",
          "account", "account",
          "qos", "qos",
          "wckey", "wckey",
          "starttime", "begin",
          "eligibletime", "begin",
          "arraytaskthrottle", "elementsAtOnce",
          "dependency", "dependency");

  /** Keys of Slurm's that cannot be changed here, and what to do instead. */
  private static final Map<String, String> REFUSED = refused();

  private static final Map<String, String> OF_NODE = ordered("state", "state", "reason", "reason");

  private static Map<String, String> ordered(String... pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put(pairs[i], pairs[i + 1]);
    }
    return map;
  }

  private static Map<String, String> refused() {
    Map<String, String> refused = new LinkedHashMap<>();
    refused.put("partition", "a job stays in its partition; " + ANEW + " with -p");
    for (String key :
        List.of(
            "numnodes",
            "numcpus",
            "numtasks",
            "mincpusnode",
            "minmemorycpu",
            "minmemorynode",
            "mintmpdisknode",
            "taskspernode",
            "cpuspertask",
            "cpusperdevice",
            "gres",
            "tres",
            "trespernode",
            "licenses",
            "features",
            "reqnodelist",
            "excnodelist",
            "nodelist",
            "contiguous",
            "oversubscribe",
            "shared",
            "exclusive",
            "reqcores",
            "reqsockets",
            "reqthreads",
            "corespec",
            "threadspec",
            "switches",
            "clusterfeatures",
            "clusters",
            "burstbuffer")) {
      refused.put(key, "what a job takes of nodes stays; " + ANEW);
    }
    refused.put("deadline", "a deadline stays; " + ANEW);
    refused.put("timemin", "the time limit is TimeLimit, and is never lowered by itself");
    refused.put("reservation", "a job stays in its reservation; " + ANEW);
    refused.put("reservationname", "a job stays in its reservation; " + ANEW);
    refused.put("requeue", "whether a job may run again stays; " + ANEW);
    refused.put("mailuser", "whom mail is sent to stays; " + ANEW);
    refused.put("mailtype", "what mail is sent of stays; " + ANEW);
    refused.put("stdout", "files of a job stay; " + ANEW);
    refused.put("workdir", "files of a job stay; " + ANEW);
    refused.put("userid", "only jobs of the caller, or for operators all jobs, are named by JobId");
    refused.put("endtime", "give TimeLimit instead");
    refused.put("admincomment", "give Comment instead");
    refused.put("extra", "give Comment instead");
    refused.put("delayboot", "nodes are not booted for a job");
    refused.put("reboot", "nodes are not booted for a job");
    return refused;
  }

  /** Reads them; all faults are told at once. */
  static UpdateWords parse(List<String> words) {
    List<String> faults = new ArrayList<>();
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        faults.add("Expected Key=Value, but got '%s'.".formatted(word));
      } else {
        int end = word.charAt(equals - 1) == '+' || word.charAt(equals - 1) == '-' ? 1 : 0;
        String sign = end == 0 ? "" : word.substring(equals - 1, equals);
        String key = word.substring(0, equals - end).toLowerCase(Locale.ROOT);
        pairs.put(key, sign + word.substring(equals + 1));
      }
    }
    UpdateWords read = read(pairs, faults);
    if (!faults.isEmpty() || read == null) {
      throw CommandFailure.operational(String.join("\n", faults));
    }
    return read;
  }

  private static @Nullable UpdateWords read(Map<String, String> pairs, List<String> faults) {
    String partition = pairs.get("partitionname");
    if (partition != null || pairs.containsKey("partition") && !namesJob(pairs)) {
      faults.add(
          "Partitions stand in the configuration: change 'partitions' there and restart the controllers.");
      return null;
    }
    for (String key : List.of("nodename", "node", "nodes")) {
      String nodes = pairs.remove(key);
      if (nodes != null) {
        return new UpdateWords(Entity.NODES, nodes, changes(pairs, OF_NODE, Map.of(), faults));
      }
    }
    for (String key : List.of("jobid", "job", "jobids")) {
      String jobs = pairs.remove(key);
      if (jobs != null) {
        return new UpdateWords(Entity.JOBS, jobs, changes(pairs, OF_JOB, REFUSED, faults));
      }
    }
    String name = pairs.containsKey("jobname") ? pairs.remove("jobname") : pairs.remove("name");
    if (name == null) {
      faults.add("Expected JobId=, JobName= or NodeName= of what is to be updated, but got none.");
      return null;
    }
    return new UpdateWords(Entity.NAMED_JOBS, name, changes(pairs, OF_JOB, REFUSED, faults));
  }

  private static boolean namesJob(Map<String, String> pairs) {
    return pairs.keySet().stream()
        .anyMatch(key -> List.of("jobid", "job", "jobids", "jobname", "name").contains(key));
  }

  private static Map<String, String> changes(
      Map<String, String> pairs,
      Map<String, String> known,
      Map<String, String> refused,
      List<String> faults) {
    Map<String, String> changes = new LinkedHashMap<>();
    pairs.forEach((key, value) -> {
      String name = meant(key, known);
      String no = name == null ? meant(key, refused) : null;
      if (name != null) {
        changes.put(name, value);
      } else if (no != null) {
        faults.add("%s cannot be changed: %s.".formatted(key, no));
      } else {
        faults.add(
            "Expected one of %s to be changed, but got '%s'."
                .formatted(String.join(", ", known.keySet()), key));
      }
    });
    if (pairs.isEmpty()) {
      faults.add(
          "Expected one of %s to be changed, but got none."
              .formatted(String.join(", ", known.keySet())));
    }
    return changes;
  }

  /** The value of a key, or of the only one that begins so; or null. */
  private static @Nullable String meant(String key, Map<String, String> known) {
    String exact = known.get(key);
    if (exact != null || key.length() < 3) {
      return exact;
    }
    List<String> values =
        known.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(key))
            .map(Map.Entry::getValue)
            .distinct()
            .toList();
    return values.size() == 1 ? values.getFirst() : null;
  }
}
