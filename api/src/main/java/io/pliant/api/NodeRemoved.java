package io.pliant.api;

import io.pliant.core.id.NodeName;

/** Answer to the removal of a node. */
public record NodeRemoved(NodeName node) {}
