package io.pliant.architecture.planted.journal;

import io.pliant.architecture.planted.core.job.OddEvent;

/** A planted fault: the journal knows what its events mean. */
record Knowing(OddEvent meaning) {}
