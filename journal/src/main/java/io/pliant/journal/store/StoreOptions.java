package io.pliant.journal.store;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CompressionType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;

/** How RocksDB is to be used: few files, few threads, little memory. */
record StoreOptions(Options options, Cache cache, BloomFilter bloom) implements AutoCloseable {
  private static final long MEGABYTE = 1 << 20;

  /** For the events: about 40 MB at most. */
  static StoreOptions create() {
    return create(16, 8);
  }

  /**
   * @param cacheMb for what was read last
   * @param bufferMb for what is not in a file yet; there are two such
   */
  static StoreOptions create(int cacheMb, int bufferMb) {
    Cache cache = new LRUCache(cacheMb * MEGABYTE);
    BloomFilter bloom = new BloomFilter(10);
    Options options =
        new Options()
            .setCreateIfMissing(true)
            .setWriteBufferSize(bufferMb * MEGABYTE)
            .setMaxWriteBufferNumber(2)
            .setMaxOpenFiles(200)
            .setMaxBackgroundJobs(2)
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
            .setKeepLogFileNum(2)
            .setMaxLogFileSize(MEGABYTE)
            .setStatsDumpPeriodSec(0)
            .setStatsPersistPeriodSec(0)
            .setTableFormatConfig(
                new BlockBasedTableConfig()
                    .setBlockCache(cache)
                    .setFilterPolicy(bloom)
                    .setCacheIndexAndFilterBlocks(true)
                    .setPinL0FilterAndIndexBlocksInCache(true));
    return new StoreOptions(options, cache, bloom);
  }

  @Override
  public void close() {
    options.close();
    bloom.close();
    cache.close();
  }
}
