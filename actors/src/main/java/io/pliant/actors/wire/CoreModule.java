package io.pliant.actors.wire;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.pliant.core.id.JobId;
import io.pliant.core.id.NodeName;
import io.pliant.core.id.PartitionName;
import io.pliant.core.id.StepId;
import java.io.IOException;
import java.util.function.Function;

/**
 * Teaches Jackson the types of {@code io.pliant}: ids are plain numbers and strings (also as map
 * keys), a field of a sealed type carries {@code "type"} with the simple name of its record, and a
 * record component must be present and not null unless it is {@code @Nullable}.
 *
 * <p>Pekko makes it by name (reference.conf), hence the public constructor.
 */
public final class CoreModule extends SimpleModule {
  private static final long serialVersionUID = 1;

  /** The module as Jackson and Pekko register it. */
  public CoreModule() {
    super("pliant-core", new Version(1, 0, 0, null, "io.pliant", "pliant-actors"));
    addId(JobId.class, NumberId.class, id -> Long.toString(id.value()), JobId::parse);
    addId(NodeName.class, TextId.class, NodeName::value, NodeName::new);
    addId(PartitionName.class, TextId.class, PartitionName::value, PartitionName::new);
    addId(StepId.class, StepKey.class, StepId::key, StepId::parseKey);
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    context.insertAnnotationIntrospector(new RecordRules());
    keepNamesOutOfTheSharedTable(context.getOwner());
  }

  /**
   * By default Jackson interns the names of all fields, also keys of maps: a hundred thousand
   * variables of an environment then cost seconds each time that they are read.
   */
  @SuppressWarnings("deprecation") // Pekko makes the factories, so their builders are out of reach
  private static void keepNamesOutOfTheSharedTable(ObjectCodec owner) {
    owner.getFactory().configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false);
  }

  private <T> void addId(
      Class<T> type, Class<?> mixin, Function<T, String> write, Function<String, T> read) {
    setMixInAnnotation(type, mixin);
    addKeySerializer(type, new IdKeyWriter<>(write));
    addKeyDeserializer(type, new IdKeyReader(read));
  }

  private abstract static class NumberId {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    NumberId(long value) {}

    @JsonValue
    abstract long value();
  }

  private abstract static class TextId {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    TextId(String value) {}

    @JsonValue
    abstract String value();
  }

  private abstract static class StepKey {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static StepId parseKey(String key) {
      throw new AssertionError("mix-in");
    }

    @JsonValue
    abstract String key();
  }

  private static final class IdKeyWriter<T> extends JsonSerializer<T> {
    private final Function<T, String> write;

    IdKeyWriter(Function<T, String> write) {
      this.write = write;
    }

    @Override
    public void serialize(T id, JsonGenerator out, SerializerProvider provider) throws IOException {
      out.writeFieldName(write.apply(id));
    }
  }

  private static final class IdKeyReader extends KeyDeserializer {
    private final Function<String, ?> read;

    IdKeyReader(Function<String, ?> read) {
      this.read = read;
    }

    @Override
    public Object deserializeKey(String key, DeserializationContext context) {
      return read.apply(key);
    }
  }
}
