package io.pliant.actors.wire;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.Version;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.introspect.VisibilityChecker;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import io.pliant.api.ArrayEntry;
import io.pliant.api.DependencyEntry;
import io.pliant.api.PackEntry;
import io.pliant.api.StandstillEntry;
import io.pliant.core.array.ArrayElement;
import io.pliant.core.array.JobArray;
import io.pliant.core.dependency.Dependency;
import io.pliant.core.dependency.DependencyStanding;
import io.pliant.core.job.JobIntent;
import io.pliant.core.launch.StepTerms;
import io.pliant.core.partition.Revision;
import io.pliant.core.reservation.Reservation;
import io.pliant.core.reservation.ReservationRequest;
import io.pliant.core.resource.Components;
import io.pliant.core.resource.CoreRule;
import io.pliant.core.resource.Distribution;
import io.pliant.core.resource.Features;
import io.pliant.core.resource.Kinds;
import io.pliant.core.resource.Layout;
import io.pliant.core.resource.MemoryPerCpu;
import io.pliant.core.resource.NodeChoice;
import io.pliant.core.resource.NodeTerms;
import io.pliant.core.resource.NodeTraits;
import io.pliant.core.resource.Spread;
import io.pliant.core.resource.Topology;
import io.pliant.core.resource.WholeCores;
import io.pliant.core.spec.Bookkeeping;
import io.pliant.core.spec.Deadline;
import io.pliant.core.spec.EarlyWarning;
import io.pliant.core.spec.MailRequest;
import io.pliant.core.step.StepComponents;
import io.pliant.core.step.StepHolding;
import io.pliant.core.step.StepShare;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Jackson's view of our records and sealed types, read from the code instead of from annotations:
 * the closed list of a sealed type is its {@code permits}, and what may be absent is
 * {@code @Nullable}.
 */
final class RecordRules extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1;

  /** Parts of records that came later, and that most have not. */
  static final Set<Class<?>> LEFT_OUT =
      Set.of(
          Kinds.class,
          Components.class,
          Spread.class,
          Features.class,
          Layout.class,
          CoreRule.class,
          WholeCores.class,
          Distribution.class,
          NodeChoice.class,
          NodeTerms.class,
          NodeTraits.class,
          Topology.class,
          MemoryPerCpu.class,
          Bookkeeping.class,
          Deadline.class,
          EarlyWarning.class,
          Revision.class,
          StepTerms.class,
          MailRequest.class,
          JobArray.class,
          ArrayElement.class,
          ArrayEntry.class,
          Dependency.class,
          DependencyStanding.class,
          DependencyEntry.class,
          PackEntry.class,
          StandstillEntry.class,
          JobIntent.OfElement.class,
          Reservation.class,
          ReservationRequest.class,
          StepComponents.class,
          StepShare.class,
          StepHolding.class);

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public @Nullable TypeResolverBuilder<?> findTypeResolver(
      MapperConfig<?> config, AnnotatedClass type, JavaType baseType) {
    if (!isSealed(type.getRawType())) {
      return null;
    }
    return new StdTypeResolverBuilder(
        JsonTypeInfo.Value.construct(
            JsonTypeInfo.Id.NAME,
            JsonTypeInfo.As.PROPERTY,
            SealedTypes.TYPE_PROPERTY,
            null,
            false,
            true));
  }

  @Override
  public @Nullable List<NamedType> findSubtypes(Annotated type) {
    if (!isSealed(type.getRawType())) {
      return null;
    }
    List<NamedType> named = new ArrayList<>();
    SealedTypes.namesOf(type.getRawType())
        .forEach((name, subtype) -> named.add(new NamedType(subtype, name)));
    return named;
  }

  @Override
  public VisibilityChecker<?> findAutoDetectVisibility(
      AnnotatedClass type, VisibilityChecker<?> checker) {
    return isOurRecord(type.getRawType())
        ? checker.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE)
        : checker;
  }

  /** These are left out where there are none: as before there were any. */
  @Override
  public JsonInclude.Value findPropertyInclusion(Annotated annotated) {
    return LEFT_OUT.contains(annotated.getRawType())
        ? JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL)
        : JsonInclude.Value.empty();
  }

  @Override
  public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
    RecordComponent component = component(member);
    return component == null ? null : !mayBeNull(component);
  }

  @Override
  public JsonSetter.Value findSetterInfo(Annotated annotated) {
    RecordComponent component = component(annotated);
    return component == null || mayBeNull(component)
        ? JsonSetter.Value.empty()
        : JsonSetter.Value.forValueNulls(Nulls.FAIL);
  }

  private static @Nullable RecordComponent component(Annotated annotated) {
    if (!(annotated instanceof AnnotatedParameter parameter)
        || !isOurRecord(parameter.getDeclaringClass())) {
      return null;
    }
    RecordComponent[] components = parameter.getDeclaringClass().getRecordComponents();
    return parameter.getOwner().getParameterCount() == components.length
        ? components[parameter.getIndex()]
        : null;
  }

  private static boolean mayBeNull(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static boolean isSealed(Class<?> type) {
    return type.isSealed() && !type.isEnum() && isOurs(type);
  }

  private static boolean isOurRecord(Class<?> type) {
    return type.isRecord() && isOurs(type);
  }

  private static boolean isOurs(Class<?> type) {
    return type.getName().startsWith("io.pliant.");
  }
}
