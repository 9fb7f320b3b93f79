package io.pliant.core.job;

import io.pliant.core.id.JobId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * News of a job for its user, as the site's mail program gets it. No line of it begins with text of
 * a user: some mail programs read lines that begin with {@code ~} as commands.
 *
 * @param owner login name of who submitted the job
 * @param address one plain address, or several with commas between
 * @param subject one line, as Slurm writes it
 * @param body lines
 * @param variables what Slurm's mail program finds in its environment
 */
public record Mail(
    JobId job,
    String owner,
    String address,
    String subject,
    List<String> body,
    Map<String, String> variables) {
  public Mail {
    body = List.copyOf(body);
    variables = Collections.unmodifiableMap(new TreeMap<>(variables));
  }
}
