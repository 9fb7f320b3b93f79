/** {@code pliant drill}: jobs under a seeded schedule of faults, and a report of what was lost. */
@NullMarked
package io.pliant.cli.drill;

import org.jspecify.annotations.NullMarked;
