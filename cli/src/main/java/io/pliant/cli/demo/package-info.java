/**
 * The demonstration: a cluster, a dozen jobs, a killed controller, a proof that nothing was lost.
 */
@NullMarked
package io.pliant.cli.demo;

import org.jspecify.annotations.NullMarked;
