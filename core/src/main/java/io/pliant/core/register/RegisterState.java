package io.pliant.core.register;

import io.pliant.core.id.NodeName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.pcollections.TreePMap;

/**
 * Who may be a node, beyond having a certificate of the nodes' authority; the fold of its events.
 *
 * @param words one-time words by their hash, until they end
 * @param revoked nodes of which older certificates count no more, and how old
 */
public record RegisterState(TreePMap<String, Word> words, TreePMap<NodeName, Instant> revoked) {
  /** Nobody was ever enrolled or removed. */
  public static final RegisterState EMPTY = new RegisterState(TreePMap.empty(), TreePMap.empty());

  /**
   * A one-time word.
   *
   * @param nodes host list
   * @param until when it ends
   * @param key hash of the key that it was used for, or null while it was not used
   */
  public record Word(String nodes, Instant until, @Nullable String key) {}

  /** The state after one more event. */
  public RegisterState evolve(RegisterEvent event) {
    return switch (event) {
      case RegisterEvent.WordMade e ->
          new RegisterState(
              open(e.at()).plus(e.hash(), new Word(e.nodes(), e.until(), null)), revoked);
      case RegisterEvent.WordUsed e -> {
        Word word = words.get(e.hash());
        yield word == null
            ? this
            : new RegisterState(
                words.plus(e.hash(), new Word(word.nodes(), word.until(), e.key())), revoked);
      }
      case RegisterEvent.NodeRevoked e -> {
        Instant before = revoked.get(e.node());
        yield before != null && before.isAfter(e.at())
            ? this // the clock of the controller before was ahead
            : new RegisterState(words, revoked.plus(e.node(), e.at()));
      }
    };
  }

  /** Words that have not ended. */
  TreePMap<String, Word> open(Instant now) {
    TreePMap<String, Word> open = words;
    for (var word : words.entrySet()) {
      if (!word.getValue().until().isAfter(now)) {
        open = open.minus(word.getKey());
      }
    }
    return open;
  }

  /** True when a certificate of a node that was issued then counts. */
  public boolean believes(NodeName node, Instant issued) {
    Instant from = revoked.get(node);
    return from == null || issued.isAfter(from);
  }
}
