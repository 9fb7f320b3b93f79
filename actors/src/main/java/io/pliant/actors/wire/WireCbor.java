package io.pliant.actors.wire;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import io.pliant.actors.protocol.ApplicationCommand;
import io.pliant.actors.protocol.PartitionCommand;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.serialization.jackson.JacksonObjectMapperProvider;
import org.apache.pekko.serialization.jackson.JacksonSerializer;

/**
 * Pekko's CBOR, where a message class that was renamed keeps its first name on the wire, so that
 * controllers of both versions understand each other.
 *
 * <p>Pekko makes it by name, hence the public constructor.
 */
public final class WireCbor extends JacksonSerializer {
  /** Setting of Pekko that has to name this class. */
  public static final String SETTING = "pekko.actor.serializers.jackson-cbor";

  private static final Map<String, String> FIRST_NAMES =
      new TreeMap<>(
          Map.of(
              ApplicationCommand.JobReported.class.getName(),
              ApplicationCommand.class.getName() + "$Told",
              PartitionCommand.BoundsReported.class.getName(),
              PartitionCommand.class.getName() + "$CorridorTold"));

  private static final Map<String, String> CLASSES = new TreeMap<>();

  static {
    FIRST_NAMES.forEach((now, first) -> CLASSES.put(first, now));
  }

  public WireCbor(ExtendedActorSystem system, String binding) {
    super(
        system,
        binding,
        JacksonObjectMapperProvider.get(system)
            .getOrCreate(binding, Optional.of(new CBORFactory())));
  }

  @Override
  public String manifest(Object message) {
    String name = super.manifest(message);
    return FIRST_NAMES.getOrDefault(name, name);
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) {
    return super.fromBinary(bytes, CLASSES.getOrDefault(manifest, manifest));
  }
}
