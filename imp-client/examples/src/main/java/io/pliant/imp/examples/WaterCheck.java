package io.pliant.imp.examples;

import java.util.Locale;

/** What falling water must look like whoever computes it. */
final class WaterCheck {
  private WaterCheck() {}

  /**
   * Throws unless no water was lost or made, depths are positive, and the picture is the same, to
   * the last bit, mirrored along both axes and along the diagonal.
   */
  static void check(Pool water, double volume) {
    if (!(Math.abs(water.volume() - volume) <= 1e-11 * volume)) {
      throw new IllegalStateException(
          String.format(
              Locale.ROOT, "Expected a volume of %.15f, but got %.15f.", volume, water.volume()));
    }
    Mesh mesh = water.mesh();
    for (int block = 0; block < mesh.blocks(); block++) {
      int x = mesh.x(block);
      int y = mesh.y(block);
      int last = mesh.edge() - 1;
      Patch patch = water.patch(block);
      int n = patch.side() - 1;
      Patch mirrored = like(patch, water.patch(mesh.block(last - x, y)));
      Patch flipped = like(patch, water.patch(mesh.block(x, last - y)));
      Patch turned = like(patch, water.patch(mesh.block(y, x)));
      for (int i = 0; i <= n; i++) {
        for (int j = 0; j <= n; j++) {
          double h = patch.cell(0, i, j);
          double u = patch.cell(1, i, j);
          double v = patch.cell(2, i, j);
          same(h > 0 && h < 10, block, h);
          same(h == mirrored.cell(0, n - i, j) && u == -mirrored.cell(1, n - i, j), block, h);
          same(h == flipped.cell(0, i, n - j) && v == -flipped.cell(2, i, n - j), block, h);
          same(h == turned.cell(0, j, i) && u == turned.cell(2, j, i), block, h);
        }
      }
    }
  }

  private static Patch like(Patch patch, Patch image) {
    same(patch.side() == image.side(), -1, image.side());
    return image;
  }

  private static void same(boolean right, int block, double value) {
    if (!right) {
      throw new IllegalStateException(
          "Expected water of the same shape on all sides, but block "
              + block
              + " with "
              + value
              + " has no image.");
    }
  }
}
