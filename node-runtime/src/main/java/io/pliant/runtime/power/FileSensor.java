package io.pliant.runtime.power;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sum of all meters of a directory tree that are files. The sum is a gap while one of them
 * cannot be read; one that is gone makes a gap, and then the others are the sum.
 */
final class FileSensor implements Sensor {
  private final String method;
  private final Finder finder;
  private final Consumer<String> complaints;
  private final TreeMap<Path, MeterFile> meters = new TreeMap<>();
  private boolean treeAils;
  private boolean looked;

  /** Knows which files of a tree are meters. */
  interface Finder {
    /**
     * The meters now.
     *
     * @throws IOException when that cannot be told
     */
    SortedMap<Path, MeterFile.Kind> find() throws IOException;

    /** What to do when there is none, for people. */
    String remedy();
  }

  FileSensor(String method, Finder finder, Consumer<String> complaints) {
    this.method = method;
    this.finder = finder;
    this.complaints = complaints;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public boolean estimated() {
    return false;
  }

  @Override
  public @Nullable String trouble() {
    try {
      SortedMap<Path, MeterFile.Kind> found = finder.find();
      for (Path file : found.keySet()) {
        long unused = NumberFile.once(file);
      }
      return found.isEmpty() ? finder.remedy() : null;
    } catch (IOException e) {
      return MeterFile.reason(e);
    }
  }

  @Override
  public long sample(long nanos) {
    if (!looked) {
      boolean unused = look();
    }
    long micros = nanos / 1_000;
    boolean gap = meters.isEmpty();
    long sum = 0;
    for (MeterFile meter : meters.values()) {
      long counted = meter.sample(micros, complaints);
      if (counted < 0) {
        gap = true;
      } else {
        sum += counted;
      }
    }
    return gap || treeAils ? GAP : sum;
  }

  @Override
  public boolean look() {
    looked = true;
    SortedMap<Path, MeterFile.Kind> found;
    try {
      found = finder.find();
    } catch (IOException e) {
      if (!treeAils) {
        complaints.accept(MeterFile.reason(e));
      }
      treeAils = true;
      return true;
    }
    boolean gap = drop(found);
    for (SortedMap.Entry<Path, MeterFile.Kind> each : found.entrySet()) {
      MeterFile known = meters.get(each.getKey());
      if (known == null) {
        meters.put(each.getKey(), new MeterFile(each.getKey(), each.getValue()));
        gap = true;
      } else {
        gap |= known.replaced();
      }
    }
    if (meters.isEmpty() && !treeAils) {
      complaints.accept(finder.remedy());
    }
    treeAils = meters.isEmpty();
    return gap || treeAils;
  }

  /** Lets go of meters that are there no more; true when there were some. */
  private boolean drop(SortedMap<Path, MeterFile.Kind> found) {
    List<MeterFile> gone = new ArrayList<>();
    for (MeterFile meter : meters.values()) {
      if (!found.containsKey(meter.file())) {
        gone.add(meter);
      }
    }
    for (MeterFile meter : gone) {
      if (!meter.ailing()) {
        complaints.accept("power meter %s is gone".formatted(meter.file()));
      }
      meter.close();
      meters.remove(meter.file());
    }
    return !gone.isEmpty();
  }

  @Override
  public void close() {
    meters.values().forEach(MeterFile::close);
    meters.clear();
  }
}
