package io.pliant.actors.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.pliant.core.node.AgentMessage;
import io.pliant.core.node.ControllerMessage;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The bodies of the frames between node agent and controller: one CBOR value each, without the
 * length.
 */
public final class AgentFrames {
  private static final ObjectWriter AGENT_OUT = WireJson.cbor().writerFor(AgentMessage.class);
  private static final ObjectReader AGENT_IN = WireJson.cbor().readerFor(AgentMessage.class);
  private static final ObjectWriter CONTROLLER_OUT =
      WireJson.cbor().writerFor(ControllerMessage.class);
  private static final ObjectReader CONTROLLER_IN =
      WireJson.cbor().readerFor(ControllerMessage.class);

  private AgentFrames() {}

  /** The body of a frame from agent to controller. */
  public static byte[] encode(AgentMessage message) {
    return write(AGENT_OUT, message);
  }

  /** The body of a frame from controller to agent. */
  public static byte[] encode(ControllerMessage message) {
    return write(CONTROLLER_OUT, message);
  }

  /**
   * Reads what an agent sent.
   *
   * @throws MalformedFrame when the bytes are no agent message
   */
  public static AgentMessage decodeAgentMessage(byte[] body) {
    return read(AGENT_IN, body, AgentMessage.class);
  }

  /**
   * Reads what a controller sent.
   *
   * @throws MalformedFrame when the bytes are no controller message
   */
  public static ControllerMessage decodeControllerMessage(byte[] body) {
    return read(CONTROLLER_IN, body, ControllerMessage.class);
  }

  private static byte[] write(ObjectWriter writer, Object message) {
    try {
      return writer.writeValueAsBytes(message);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(
          "Expected to encode " + message.getClass().getName() + ", but failed.", e);
    }
  }

  private static <T> T read(ObjectReader reader, byte[] body, Class<T> type) {
    Object message;
    try {
      message = reader.readValue(body);
    } catch (IOException | RuntimeException e) {
      throw new MalformedFrame(expected(type, body) + firstLine(e) + ".", e);
    }
    if (message == null) {
      throw new MalformedFrame(expected(type, body) + "null.");
    }
    return type.cast(message);
  }

  private static String expected(Class<?> type, byte[] body) {
    return "Expected a CBOR %s in a frame of %d bytes, but found: "
        .formatted(type.getSimpleName(), body.length);
  }

  private static String firstLine(Exception e) {
    String text =
        e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
    return text == null ? e.getClass().getSimpleName() : text.lines().findFirst().orElse("");
  }
}
