package io.pliant.imp.layout;

import io.pliant.imp.Window;
import io.pliant.imp.comm.Communicator;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moves a distributed array from an adaptation's old group to its new one. Every task of the window
 * calls it, for the same arrays in the same order; only tasks that have something for each other
 * exchange a message.
 */
public final class Redistribution {
  /** The largest tag is ours in a window's group. */
  private static final int TAG = Communicator.MAX_TAG;

  private Redistribution() {}

  /**
   * Moves one array.
   *
   * @param window an open window
   * @param mine what this task holds in the old distribution; an empty array at a joining task
   * @param from the distribution over the old group's ranks
   * @param to the distribution over the new group's ranks
   * @return what this task holds in the new distribution; an empty array at a leaving task
   * @throws IllegalStateException when members with a part of the array were lost
   */
  public static <A> A move(Window window, A mine, Distribution from, Distribution to) {
    checkSizes(window, mine, from, to);
    List<Parcel<A>> out = window.oldRank() < 0 ? List.of() : packed(window, mine, from, to);
    int self = window.union().rank();
    int[] newToUnion = window.newToUnion();
    for (int target = 0; target < out.size(); target++) {
      A array = out.get(target).array;
      if (newToUnion[target] != self && Array.getLength(array) > 0) {
        window.union().send(newToUnion[target], TAG, array);
      }
    }
    if (window.newRank() < 0) {
      return array(mine, 0);
    }
    int[] oldToUnion = window.oldToUnion();
    int[] lengths = new int[window.oldSize()];
    walk(to, from, window.newRank(), (source, at, n) -> lengths[source] += n);
    List<Parcel<A>> in = new ArrayList<>();
    for (int source = 0; source < lengths.length; source++) {
      if (lengths[source] == 0) {
        in.add(new Parcel<>(array(mine, 0)));
      } else if (oldToUnion[source] == self) {
        in.add(new Parcel<>(out.get(window.newRank()).array));
      } else {
        in.add(new Parcel<>(window.union().recv(oldToUnion[source], TAG, type(mine))));
      }
    }
    A fresh = array(mine, to.count(window.newRank()));
    walk(to, from, window.newRank(), (source, at, n) -> in.get(source).get(fresh, at, n));
    return fresh;
  }

  /** What this task has for each new rank. */
  private static <A> List<Parcel<A>> packed(
      Window window, A mine, Distribution from, Distribution to) {
    int[] lengths = new int[window.newSize()];
    walk(from, to, window.oldRank(), (target, at, n) -> lengths[target] += n);
    List<Parcel<A>> out = new ArrayList<>();
    for (int length : lengths) {
      out.add(new Parcel<>(array(mine, length)));
    }
    walk(from, to, window.oldRank(), (target, at, n) -> out.get(target).put(mine, at, n));
    return out;
  }

  private static <A> void checkSizes(Window window, A mine, Distribution from, Distribution to) {
    if (from.rows().length() != to.rows().length()
        || from.columns().length() != to.columns().length()) {
      throw new IllegalArgumentException(
          "Expected two distributions of one array, but got " + from + " and " + to + ".");
    }
    if (from.parts() != window.oldSize() || to.parts() != window.newSize()) {
      throw new IllegalArgumentException(
          "Expected distributions over "
              + window.oldSize()
              + " and "
              + window.newSize()
              + " tasks, but got "
              + from.parts()
              + " and "
              + to.parts()
              + ".");
    }
    int expected = window.oldRank() < 0 ? 0 : from.count(window.oldRank());
    if (Array.getLength(mine) != expected) {
      throw new IllegalArgumentException(
          "Expected an array of "
              + expected
              + " elements here, but got "
              + Array.getLength(mine)
              + ".");
    }
    for (int lost : window.lost()) {
      if (from.count(lost) > 0) {
        throw new IllegalStateException(
            "Expected all data of the old group, but rank "
                + lost
                + " is lost with its part. Restore from a checkpoint.");
      }
    }
  }

  /** A piece of one row that lies together on both sides. */
  private interface Piece {
    /** {@code n} elements from place {@code at} of the local array belong to {@code other}. */
    void is(int other, int at, int n);
  }

  /**
   * Goes through what {@code rank} holds in {@code here}, row by row, and says where it is in
   * {@code there}.
   */
  private static void walk(Distribution here, Distribution there, int rank, Piece piece) {
    int rowPart = rank / here.columns().parts();
    int columnPart = rank % here.columns().parts();
    int width = here.columns().count(columnPart);
    Layout rows = here.rows();
    Layout columns = here.columns();
    for (int start = rows.first(rowPart); start < rows.length(); start = rows.nextRun(start)) {
      int endRow = rows.runEnd(start);
      for (int row = start; row < endRow && width > 0; row++) {
        int base = rows.local(row) * width;
        int otherRow = there.rows().owner(row) * there.columns().parts();
        int first = columns.first(columnPart);
        for (int run = first; run < columns.length(); run = columns.nextRun(run)) {
          int end = columns.runEnd(run);
          for (int column = run; column < end; ) {
            int stop = Math.min(end, there.columns().runEnd(column));
            int other = otherRow + there.columns().owner(column);
            piece.is(other, base + columns.local(column), stop - column);
            column = stop;
          }
        }
      }
    }
  }

  /** An array that is filled or read from front to back. */
  private static final class Parcel<A> {
    final A array;
    private int next;

    Parcel(A array) {
      this.array = array;
    }

    void put(A source, int at, int n) {
      System.arraycopy(source, at, array, next, n);
      next += n;
    }

    void get(A target, int at, int n) {
      System.arraycopy(array, next, target, at, n);
      next += n;
    }
  }

  @SuppressWarnings("unchecked")
  private static <A> Class<A> type(A like) {
    return (Class<A>) like.getClass();
  }

  @SuppressWarnings("unchecked")
  private static <A> A array(A like, int length) {
    @Nullable Class<?> element = like.getClass().getComponentType();
    if (element == null || !element.isPrimitive()) {
      throw new IllegalArgumentException(
          "Expected an array of numbers, but got " + like.getClass().getSimpleName() + ".");
    }
    return (A) Array.newInstance(element, length);
  }
}
