package io.pliant.imp.layout;

/**
 * Blocks of a fixed size dealt out in turn, as in ScaLAPACK.
 *
 * @param length how many indices
 * @param block indices in a block; the last one may be shorter
 * @param parts over how many parts
 */
public record BlockCyclic(int length, int block, int parts) implements Layout {
  /** Checks the sizes. */
  public BlockCyclic {
    Sizes.check(length, parts);
    if (block < 1) {
      throw new IllegalArgumentException(
          "Expected blocks of at least one index, but got " + block + ".");
    }
  }

  @Override
  public int owner(int index) {
    Sizes.checkIndex(index, length);
    return index / block % parts;
  }

  @Override
  public int local(int index) {
    Sizes.checkIndex(index, length);
    return index / block / parts * block + index % block;
  }

  @Override
  public int runEnd(int index) {
    return (int) Math.min(length, (index / block + 1L) * block);
  }

  @Override
  public int count(int part) {
    int blocks = length / block;
    int whole = blocks / parts * block;
    int extra = blocks % parts;
    return whole + (part < extra ? block : part == extra ? length % block : 0);
  }

  @Override
  public int first(int part) {
    return (int) Math.min(length, (long) part * block);
  }

  @Override
  public int nextRun(int index) {
    return (int) Math.min(length, (index / block + (long) parts) * block);
  }
}
