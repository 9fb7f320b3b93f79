/** Commands about jobs, one class for each, and how they show what they are told. */
@NullMarked
package io.pliant.cli.job;

import org.jspecify.annotations.NullMarked;
