package io.pliant.runtime.node.step;

import io.pliant.runtime.node.TestNatives;
import io.pliant.runtime.node.launcher.NativeFiles;

/** The same where a small program starts the tasks, which is a child of the supervisor, too. */
final class SubreaperWithStarterTest extends SubreaperTest {
  @Override
  NativeFiles natives() {
    return new NativeFiles(null, null, TestNatives.starter());
  }
}
