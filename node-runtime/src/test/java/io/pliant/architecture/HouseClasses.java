package io.pliant.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;

/** The classes that the rules are held against. */
final class HouseClasses {
  private HouseClasses() {}

  /** All main classes of all modules on the class path. */
  static JavaClasses ofTheHouse() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .withImportOption(HouseClasses::notInATestJar)
        .importPackages("io.pliant");
  }

  /** The faults planted below this package, one for each rule. */
  static JavaClasses planted() {
    return new ClassFileImporter().importPackages("io.pliant.architecture.planted");
  }

  private static boolean notInATestJar(Location location) {
    return !location.contains("-tests.jar");
  }
}
