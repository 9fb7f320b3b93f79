/**
 * Programs that change their number of nodes while they run: adaptation verbs, communicator,
 * layouts, testkit.
 */
module io.pliant.imp {
  requires static org.jspecify;

  exports io.pliant.imp;
  exports io.pliant.imp.comm;
  exports io.pliant.imp.layout;
  exports io.pliant.imp.testkit;
  exports io.pliant.imp.testkit.conformance;
  exports io.pliant.imp.wire;
}
