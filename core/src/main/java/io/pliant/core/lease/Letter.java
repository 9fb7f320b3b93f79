package io.pliant.core.lease;

import io.pliant.core.id.PartitionName;

/** A message on its way between two ledgers, to be sent when the events before it are durable. */
public record Letter(PartitionName from, PartitionName to, LeaseMessage message) {}
