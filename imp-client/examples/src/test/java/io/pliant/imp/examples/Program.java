package io.pliant.imp.examples;

import io.pliant.imp.Imp;
import io.pliant.imp.ImpOptions;
import java.io.IOException;

/** The four applications with plans small enough to be run hundreds of times. */
enum Program {
  HEAT {
    @Override
    Launch.Answer run(Imp imp, Show show) {
      return Heat.run(imp, new Heat.Plan(24, 300), show);
    }
  },
  PI {
    @Override
    Launch.Answer run(Imp imp, Show show) {
      return Pi.run(imp, new Pi.Plan(2400, 100), show);
    }
  },
  WATER {
    @Override
    Launch.Answer run(Imp imp, Show show) {
      return ShallowWater.run(imp, new ShallowWater.Plan(4, 4, 2, 8, 0, 240), show);
    }
  },
  SWEEP {
    @Override
    Launch.Answer run(Imp imp, Show show) {
      return Sweep.run(imp, new Sweep.Plan(32, 5, 0.05, 1000, 1, 12, 12), show);
    }
  };

  /** What a task of the job does; the answer is here at the last world's rank 0 alone. */
  abstract Launch.Answer run(Imp imp, Show show);

  /** The answer of a single task without a scheduler. */
  Launch.Answer alone() throws IOException {
    try (Imp imp = Imp.init(ImpOptions.alone())) {
      return run(imp, Show.none());
    }
  }
}
