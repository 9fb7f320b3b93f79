package io.pliant.runtime.confinement;

import io.pliant.core.resource.Amount;
import io.pliant.core.resource.Kinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the host has of the numbered devices of a node: by which files they are opened, and which
 * cpus are near them.
 *
 * @param units by kind, as {@code gpu}, and by the unit's name, as {@code 0}
 */
public record HostDevices(SortedMap<String, SortedMap<String, Unit>> units) {
  private static final Logger LOG = LoggerFactory.getLogger(HostDevices.class);

  /** Nothing is known of any device. */
  public static final HostDevices NONE = new HostDevices(Collections.emptySortedMap());

  private static final int FORMAT = 0xF000;
  private static final int CHARACTERS = 0x2000;
  private static final int BLOCKS = 0x6000;

  /**
   * One device.
   *
   * @param files by which it is opened; none where that is not known
   * @param near cpus of its memory node; none where that is not known
   * @param bus its address on the PCI bus, in an order that text has too; empty where it is not
   *     known
   */
  public record Unit(List<Path> files, CpuList near, String bus) {
    public Unit {
      files = List.copyOf(files);
    }

    /** Of which the bus is not known. */
    public Unit(List<Path> files, CpuList near) {
      this(files, near, "");
    }
  }

  public HostDevices {
    TreeMap<String, SortedMap<String, Unit>> copy = new TreeMap<>();
    units.forEach(
        (kind, of) -> copy.put(kind, Collections.unmodifiableSortedMap(new TreeMap<>(of))));
    units = Collections.unmodifiableSortedMap(copy);
  }

  /** Those, and of kinds that these lack the others. */
  public HostDevices or(HostDevices others) {
    TreeMap<String, SortedMap<String, Unit>> all = new TreeMap<>(others.units);
    all.putAll(units);
    return new HostDevices(all);
  }

  /** True when a device is known by a file, so that it can be kept from jobs. */
  public boolean haveFiles() {
    return units.values().stream()
        .flatMap(of -> of.values().stream())
        .anyMatch(unit -> !unit.files().isEmpty());
  }

  /**
   * Devices that a slice does not hold, as the kernel knows them: {@code c 195:1}, {@code b 259:0}.
   * A file that is not there, or is no device, has nothing to be kept from.
   */
  public List<String> kept(Kinds held) {
    List<String> kept = new ArrayList<>();
    for (Map.Entry<String, SortedMap<String, Unit>> kind : units.entrySet()) {
      Amount own = held.amounts().get(kind.getKey());
      if (own != null && own.units().size() < own.count()) {
        continue; // nobody said which of them
      }
      List<String> names = own == null ? List.of() : own.units();
      kind.getValue()
          .forEach((name, unit) -> {
            if (!names.contains(name)) {
              unit.files().forEach(file -> add(kept, file));
            }
          });
    }
    return kept;
  }

  private static void add(List<String> kept, Path file) {
    if (!Files.exists(file)) {
      return;
    }
    try {
      int mode = (int) Files.getAttribute(file, "unix:mode") & FORMAT;
      long device = (long) Files.getAttribute(file, "unix:rdev");
      if (mode == CHARACTERS || mode == BLOCKS) {
        kept.add(
            "%s %d:%d".formatted(mode == CHARACTERS ? "c" : "b", major(device), minor(device)));
      }
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      LOG.warn("Expected to find out which device {} is, but {}", file, e.toString());
    }
  }

  /** As glibc's {@code makedev} puts them together. */
  private static long major(long device) {
    return device >>> 8 & 0xFFF | device >>> 32 & 0xFFFF_F000L;
  }

  private static long minor(long device) {
    return device & 0xFF | device >>> 12 & 0xFFFF_FF00L;
  }

  /** The units of a kind in the order in which their maker's programs list them: by their bus. */
  public List<String> byBus(String kind) {
    SortedMap<String, Unit> of = units.get(kind);
    return of == null
        ? List.of()
        : of.entrySet().stream()
            .sorted(
                Comparator.comparing((Map.Entry<String, Unit> one) -> one.getValue().bus())
                    .thenComparing(one -> one.getKey().length())
                    .thenComparing(Map.Entry::getKey))
            .map(Map.Entry::getKey)
            .toList();
  }

  /** Cpus near what a slice holds; none where it holds nothing whose place is known. */
  public CpuList near(Kinds held) {
    List<Integer> near = new ArrayList<>();
    units.forEach((kind, of) -> {
      Amount own = held.amounts().get(kind);
      for (String name : own == null ? List.<String>of() : own.units()) {
        Unit unit = of.get(name);
        if (unit != null) {
          near.addAll(unit.near().numbers());
        }
      }
    });
    return new CpuList(near);
  }

  /** Cpus that are near any device. */
  public CpuList nearAny() {
    return new CpuList(
        units.values().stream()
            .flatMap(of -> of.values().stream())
            .flatMap(unit -> unit.near().numbers().stream())
            .toList());
  }
}
