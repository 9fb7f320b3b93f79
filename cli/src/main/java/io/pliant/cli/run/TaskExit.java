package io.pliant.cli.run;

import io.pliant.core.id.ExitStatus;

/** How one task of the step ended. */
record TaskExit(int rank, ExitStatus status) {}
