@NullMarked
package io.pliant.journal.raft;

import org.jspecify.annotations.NullMarked;
