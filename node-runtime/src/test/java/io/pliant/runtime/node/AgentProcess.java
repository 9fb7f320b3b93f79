package io.pliant.runtime.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.pliant.core.id.NodeName;
import io.pliant.identity.Identity;
import io.pliant.identity.TestIdentities;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A node agent in a process of its own, with the heap that agents have, in a {@link TestNode}. */
final class AgentProcess implements AutoCloseable {
  private final Process process;

  private AgentProcess(Process process) {
    this.process = process;
  }

  /**
   * Takes the place of the node's role in this process.
   *
   * @param lease value of {@code node.lease}
   * @param environment more variables
   */
  static AgentProcess start(TestNode node, String lease, Map<String, String> environment) {
    node.stopRole();
    return start(node.dir, node.name(), node.controller.port(), lease, environment);
  }

  /**
   * Stands for a node with its files in a folder, as if a script had started it in the background.
   *
   * @param port of a controller
   */
  static AgentProcess start(
      Path dir, NodeName name, int port, String lease, Map<String, String> environment) {
    try {
      Files.createDirectories(dir);
      Path config = dir.resolve("node.conf");
      Files.writeString(
          config,
          """
          pliant {
            cluster-name = "test"
            state-dir = "%s"
            node {
              names = "%s", dir = "%s", controllers = ["127.0.0.1:%d"], cpus = 2, memory = 1000
              lease = "%s", power.sensor = "none"
            }
          }
          """
                  .formatted(dir, name, dir.resolve("state"), port, lease)
              + TestIdentities.OURS.settings(
                  dir.resolve("identity"), Identity.nodes(TestTls.CLUSTER, name.value())));
      ProcessBuilder builder =
          new ProcessBuilder(
              List.of(
                  "sh",
                  "-c",
                  "trap '' INT QUIT; exec \"$@\"",
                  "sh",
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "@" + Path.of("..", "libexec", "jvm", "node.options").toAbsolutePath(),
                  "-cp",
                  System.getProperty(
                      "surefire.test.class.path", System.getProperty("java.class.path")),
                  "io.pliant.runtime.Main",
                  "node",
                  "--config",
                  config.toString()));
      builder.environment().putAll(environment);
      File log = dir.resolve("agent.log").toFile();
      return new AgentProcess(builder.redirectErrorStream(true).redirectOutput(log).start());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  boolean alive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  void signal(String name) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
      assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    TestNode.await(() -> !process.isAlive(), "the agent to end");
  }
}
