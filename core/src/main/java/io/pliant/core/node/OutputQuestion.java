package io.pliant.core.node;

import io.pliant.core.spec.Submitter;

/**
 * A part of an output file that somebody wants to see, asked of the agent of a node.
 *
 * @param number by which the answer is known
 * @param owner with whose rights the file is read
 * @param path an absolute path
 * @param offset of the first byte; below 0 from the end of the file
 */
public record OutputQuestion(long number, Submitter owner, String path, long offset) {}
