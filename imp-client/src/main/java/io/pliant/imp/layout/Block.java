package io.pliant.imp.layout;

/**
 * One block for each part, sizes differing by one at most, the longer ones first.
 *
 * @param length how many indices
 * @param parts over how many parts; there may be more than indices
 */
public record Block(int length, int parts) implements Layout {
  /** Checks the sizes. */
  public Block {
    Sizes.check(length, parts);
  }

  @Override
  public int owner(int index) {
    Sizes.checkIndex(index, length);
    int small = length / parts;
    int longer = length % parts;
    int inLonger = longer * (small + 1);
    return index < inLonger ? index / (small + 1) : longer + (index - inLonger) / small;
  }

  @Override
  public int first(int part) {
    return part * (length / parts) + Math.min(part, length % parts);
  }

  @Override
  public int count(int part) {
    return length / parts + (part < length % parts ? 1 : 0);
  }

  @Override
  public int local(int index) {
    return index - first(owner(index));
  }

  @Override
  public int runEnd(int index) {
    int part = owner(index);
    return first(part) + count(part);
  }

  @Override
  public int nextRun(int index) {
    return length;
  }
}
