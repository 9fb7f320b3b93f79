/** The controller role: boots a cluster member with its agent port and its HTTP API. */
@NullMarked
package io.pliant.runtime.controller;

import org.jspecify.annotations.NullMarked;
