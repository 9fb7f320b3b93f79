/**
 * The state folder of a cluster of one host: its record, its configuration files, its processes.
 */
@NullMarked
package io.pliant.cli.cluster;

import org.jspecify.annotations.NullMarked;
