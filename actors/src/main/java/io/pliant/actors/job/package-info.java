/** The job entity: a shell around core.job. */
@NullMarked
package io.pliant.actors.job;

import org.jspecify.annotations.NullMarked;
