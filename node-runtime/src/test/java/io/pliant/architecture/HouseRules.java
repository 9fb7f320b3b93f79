package io.pliant.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rules of docs/STYLE.md that a machine can check.
 *
 * @param root package below which the modules lie: {@code io.pliant}, or the root of planted faults
 */
record HouseRules(String root) {
  private static final Set<String> CLOCK_CALLS = Set.of("currentTimeMillis", "nanoTime");
  private static final Set<String> POLICIES = Set.of("SchedulingPolicy", "PoolPolicy");
  private static final Set<String> HASH_ORDER_CALLS = Set.of("copyOf", "of", "ofEntries");

  /** All rules by name, for the test that each holds and the test that each can fail. */
  Map<String, ArchRule> all() {
    Map<String, ArchRule> rules = new TreeMap<>();
    rules.put("core is pure", coreIsPure());
    rules.put("core reads no clock and no random number", coreReadsNoClock());
    rules.put("core keeps iteration order", coreKeepsIterationOrder());
    rules.put("policies are final without changing fields", policiesAreStateless());
    rules.put("policies are asked what they can do", policiesAreAsked());
    rules.put("policies see views, not life cycles", policiesSeeViewsOnly());
    rules.put("ids know nothing above them", idsAreLowest());
    rules.put("messages are records or enums", messagesAreRecords());
    rules.put("actors do not know the node runtime", actorsDoNotStartThings());
    rules.put("the simulator knows core only", simulatorKnowsCoreOnly());
    rules.put("the API knows core only", apiKnowsCoreOnly());
    rules.put("clients do not know the actors", clientsAreThin());
    rules.put("the journal knows nothing of scheduling", journalStandsAlone());
    rules.put("imp-client needs the JDK only", impClientNeedsTheJdkOnly());
    rules.put("identity needs Bouncy Castle only", identityStandsAlone());
    rules.put("packages have no cycles", noCycles());
    rules.put("only settings read our configuration", onlySettingsReadConfig());
    rules.put("no static field changes", noMutableStatics());
    return rules;
  }

  ArchRule coreIsPure() {
    return noClasses()
        .that(in(".core.."))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.apache.pekko..",
            "com.fasterxml..",
            "com.typesafe..",
            "org.slf4j..",
            "java.net..",
            "java.nio.file..",
            "java.nio.channels..",
            "java.sql..")
        .because("core decides; remembering, talking and starting are done elsewhere");
  }

  ArchRule coreReadsNoClock() {
    return noClasses()
        .that(in(".core.."))
        .should()
        .callMethodWhere(target(owner(resideInAPackage("java.time"))).and(target(name("now"))))
        .orShould()
        .callMethodWhere(calls(System.class, CLOCK_CALLS))
        .orShould()
        .callMethodWhere(calls(Math.class, Set.of("random")))
        .orShould()
        .callMethodWhere(calls(java.util.UUID.class, Set.of("randomUUID")))
        .orShould()
        .callMethodWhere(target(name("parallelStream")))
        .orShould()
        .callConstructor(java.util.Random.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.util.concurrent.ThreadLocalRandom.class)
        .because("the same view, trigger and policy must give the same plan");
  }

  ArchRule coreKeepsIterationOrder() {
    return noClasses()
        .that(in(".core.."))
        .should()
        .callMethodWhere(hashOrdered(Map.class))
        .orShould()
        .callMethodWhere(hashOrdered(Set.class))
        .because("they iterate in a different order in each JVM; use sorted maps and lists");
  }

  ArchRule policiesAreStateless() {
    return fields()
        .that()
        .areDeclaredInClassesThat(describe("implement a policy", HouseRules::implementsPolicy))
        .should()
        .beFinal()
        .because("a policy's memory travels in the plan")
        .allowEmptyShould(true);
  }

  ArchRule policiesAreAsked() {
    return classes()
        .should(
            new ArchCondition<JavaClass>("not ask for the class of a policy") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                type.getInstanceofChecks().stream()
                    .filter(asked -> implementsPolicy(asked.getRawType()))
                    .forEach(asked ->
                        events.add(
                            SimpleConditionEvent.violated(
                                type,
                                "%s asks for %s in %s"
                                    .formatted(
                                        asked.getOwner().getFullName(),
                                        asked.getRawType().getSimpleName(),
                                        asked.getSourceCodeLocation()))));
              }
            })
        .because("what a policy can do is a method of the policy");
  }

  ArchRule policiesSeeViewsOnly() {
    return noClasses()
        .that(in(".core.policy.."))
        .should()
        .dependOnClassesThat(in(".core.job..").or(in(".core.launch..")))
        .because("what a policy may know is in the view")
        .allowEmptyShould(true);
  }

  ArchRule journalStandsAlone() {
    return noClasses()
        .that(in(".journal.."))
        .should()
        .dependOnClassesThat(
            DescribedPredicate.<JavaClass>describe(
                    "are ours", c -> c.getPackageName().startsWith(root + "."))
                .and(DescribedPredicate.not(in(".journal..").or(in(".identity..")))))
        .because("what the events mean is none of its business")
        .allowEmptyShould(true);
  }

  ArchRule idsAreLowest() {
    return noClasses()
        .that(in(".core.id.."))
        .should()
        .dependOnClassesThat(in(".core..").and(DescribedPredicate.not(in(".core.id.."))))
        .allowEmptyShould(true);
  }

  ArchRule messagesAreRecords() {
    return classes()
        .that(describe("are events, commands, decisions or wire messages", this::isMessage))
        .should()
        .beRecords()
        .orShould()
        .beEnums()
        .because("messages hold values only, so that they can be written down and compared");
  }

  ArchRule actorsDoNotStartThings() {
    return noClasses()
        .that(in(".actors.."))
        .should()
        .dependOnClassesThat(in(".runtime..").or(in(".cli..")))
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(ProcessBuilder.class)
        .because("actors remember and talk; the node runtime starts things");
  }

  ArchRule simulatorKnowsCoreOnly() {
    return noClasses()
        .that(in(".sim.."))
        .should()
        .dependOnClassesThat(in(".actors..").or(in(".runtime..")).or(in(".cli..")))
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.pekko..")
        .because("it runs the rules of core, not the cluster");
  }

  ArchRule apiKnowsCoreOnly() {
    return noClasses()
        .that(in(".api.."))
        .should()
        .dependOnClassesThat(
            DescribedPredicate.not(
                in(".api..")
                    .or(in(".core.."))
                    .or(
                        resideInAnyPackage(
                            "java.lang..",
                            "java.util..",
                            "java.time..",
                            "org.pcollections..",
                            "org.jspecify.annotations"))))
        .because("controllers and all of their clients share it");
  }

  ArchRule clientsAreThin() {
    return noClasses()
        .that(in(".cli.."))
        .should()
        .dependOnClassesThat(in(".actors..").or(in(".runtime..")))
        .because("the command line knows the API alone")
        .allowEmptyShould(true);
  }

  ArchRule impClientNeedsTheJdkOnly() {
    return noClasses()
        .that(in(".imp.."))
        .should()
        .dependOnClassesThat(
            DescribedPredicate.not(
                in(".imp..").or(resideInAnyPackage("java..", "org.jspecify.annotations"))))
        .because("programs embed it and bring their own libraries");
  }

  ArchRule identityStandsAlone() {
    return noClasses()
        .that(in(".identity.."))
        .should()
        .dependOnClassesThat(
            DescribedPredicate.not(
                in(".identity..")
                    .or(
                        resideInAnyPackage(
                            "java..",
                            "javax..",
                            "org.bouncycastle..",
                            "org.jspecify.annotations"))))
        .because("every part of the cluster rests on it")
        .allowEmptyShould(true);
  }

  ArchRule noCycles() {
    return slices().matching(root + ".(**)").should().beFreeOfCycles();
  }

  ArchRule onlySettingsReadConfig() {
    return noClasses()
        .that(in(".runtime.."))
        .and(DescribedPredicate.not(in(".runtime.settings..")))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.typesafe.config..")
        .because("settings are parsed once, into validated records")
        .allowEmptyShould(true);
  }

  ArchRule noMutableStatics() {
    return fields()
        .that()
        .areStatic()
        .and(
            describe(
                "are written by hand", f -> !f.getModifiers().contains(JavaModifier.SYNTHETIC)))
        .should()
        .beFinal();
  }

  private static boolean implementsPolicy(JavaClass type) {
    return !type.isInterface()
        && type.getAllRawInterfaces().stream()
            .map(JavaClass::getSimpleName)
            .anyMatch(POLICIES::contains);
  }

  private boolean isMessage(JavaClass type) {
    return !type.isInterface()
        && type.getPackageName().startsWith(root)
        && !in(".cli..").test(type) // its commands are not sent
        && type.getAllRawInterfaces().stream()
            .filter(i -> i.getPackageName().startsWith(root))
            .map(JavaClass::getSimpleName)
            .anyMatch(HouseRules::namesMessages);
  }

  private static boolean namesMessages(String simpleName) {
    return simpleName.endsWith("Event")
        || simpleName.endsWith("Command")
        || simpleName.endsWith("Message")
        || simpleName.equals("Decision")
        || simpleName.equals("Trigger");
  }

  private DescribedPredicate<JavaClass> in(String below) {
    return resideInAPackage(root + below);
  }

  private static DescribedPredicate<JavaCall<?>> calls(Class<?> owner, Set<String> methods) {
    return describe(
        "calls " + owner.getSimpleName() + methods,
        call -> call.getTargetOwner().isEquivalentTo(owner) && methods.contains(call.getName()));
  }

  /** Calls of the collections' factories whose result iterates in an order that changes. */
  private static DescribedPredicate<JavaCall<?>> hashOrdered(Class<?> owner) {
    return describe(
        "makes a " + owner.getSimpleName() + " without an order",
        call ->
            call.getTargetOwner().isEquivalentTo(owner)
                && HASH_ORDER_CALLS.contains(call.getName())
                && !call.getTarget().getRawParameterTypes().isEmpty());
  }
}
