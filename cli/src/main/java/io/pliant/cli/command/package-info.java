/** Commands about the cluster and its nodes, one class for each. */
@NullMarked
package io.pliant.cli.command;

import org.jspecify.annotations.NullMarked;
