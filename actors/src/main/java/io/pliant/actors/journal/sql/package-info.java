/**
 * A journal and snapshot store in one SQL database, written over plain JDBC: one writing thread
 * that joins what waits into one transaction, a few reading threads, no pool, no mapper.
 */
@NullMarked
package io.pliant.actors.journal.sql;

import org.jspecify.annotations.NullMarked;
