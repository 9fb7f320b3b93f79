package io.pliant.imp.internal;

import io.pliant.imp.comm.ReduceOp;
import java.util.ArrayList;
import java.util.List;

/** Collective calls from sends and receives; each call has a tag of its own below zero. */
final class Collectives {
  private final TcpCommunicator comm;
  private final int rank;
  private final int size;
  private int calls;

  Collectives(TcpCommunicator comm) {
    this.comm = comm;
    this.rank = comm.rank();
    this.size = comm.size();
  }

  private int nextTag() {
    calls = calls == Integer.MAX_VALUE ? 1 : calls + 1;
    return -calls;
  }

  /** Dissemination barrier (Hensgen, Finkel, Manber 1988). */
  void barrier() {
    int tag = nextTag();
    comm.check();
    for (int distance = 1; distance < size; distance *= 2) {
      comm.post((rank + distance) % size, tag, new byte[0]);
      byte[] unused = comm.fetch((rank - distance + size) % size, tag, byte[].class);
    }
  }

  /** Binomial tree over ranks counted from root. */
  <A> A bcast(A data, int root) {
    int tag = nextTag();
    comm.check();
    int mine = (rank - root + size) % size;
    A value = data;
    int mask = 1;
    while (mask < size && (mine & mask) == 0) {
      mask *= 2;
    }
    if (mine != 0) {
      value = comm.fetch((mine - mask + root) % size, tag, Codec.typeOf(data));
    }
    for (int step = mask / 2; step > 0; step /= 2) {
      if (mine + step < size) {
        comm.post((mine + step + root) % size, tag, value);
      }
    }
    return value;
  }

  <A> List<A> gather(A part, int root) {
    int tag = nextTag();
    comm.check();
    if (rank != root) {
      comm.post(root, tag, part);
      return List.of();
    }
    List<A> parts = new ArrayList<>(size);
    for (int from = 0; from < size; from++) {
      parts.add(from == rank ? copy(part) : comm.fetch(from, tag, Codec.typeOf(part)));
    }
    return parts;
  }

  <A> A scatter(List<A> parts, int root, Class<A> type) {
    int tag = nextTag();
    comm.check();
    if (rank != root) {
      return comm.fetch(root, tag, type);
    }
    needOnePerRank(parts);
    for (int to = 0; to < size; to++) {
      if (to != rank) {
        comm.post(to, tag, parts.get(to));
      }
    }
    return copy(parts.get(rank));
  }

  /** Ring: each part travels round once, size - 1 steps. */
  <A> List<A> allgather(A part) {
    int tag = nextTag();
    comm.check();
    List<A> parts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      parts.add(part);
    }
    parts.set(rank, copy(part));
    for (int step = 0; step < size - 1; step++) {
      comm.post((rank + 1) % size, tag, parts.get((rank - step + size) % size));
      A next = comm.fetch((rank - 1 + size) % size, tag, Codec.typeOf(part));
      parts.set((rank - step - 1 + 2 * size) % size, next);
    }
    return parts;
  }

  /** Binomial tree; lower ranks stand left, so the order of operations is fixed by the size. */
  <A> A reduce(A data, ReduceOp op, int root) {
    int tag = nextTag();
    comm.check();
    Codec.needNumbers(data);
    A sum = copy(data);
    int mine = (rank - root + size) % size;
    for (int mask = 1; mask < size; mask *= 2) {
      if ((mine & mask) != 0) {
        comm.post((mine - mask + root) % size, tag, sum);
        return data;
      }
      if (mine + mask < size) {
        Codec.join(sum, comm.fetch((mine + mask + root) % size, tag, Codec.typeOf(data)), op);
      }
    }
    return sum;
  }

  <A> List<A> alltoallv(List<A> parts) {
    int tag = nextTag();
    comm.check();
    needOnePerRank(parts);
    Class<A> type = Codec.typeOf(parts.get(rank));
    for (int step = 1; step < size; step++) {
      int to = (rank + step) % size;
      comm.post(to, tag, parts.get(to));
    }
    List<A> received = new ArrayList<>(size);
    for (int from = 0; from < size; from++) {
      received.add(from == rank ? copy(parts.get(rank)) : comm.fetch(from, tag, type));
    }
    return received;
  }

  private void needOnePerRank(List<?> parts) {
    if (parts.size() != size) {
      throw new IllegalArgumentException(
          "Expected one part for each of " + size + " ranks, but got " + parts.size() + ".");
    }
  }

  private static <A> A copy(A data) {
    return Codec.decode(Codec.encode(data), Codec.typeOf(data));
  }
}
