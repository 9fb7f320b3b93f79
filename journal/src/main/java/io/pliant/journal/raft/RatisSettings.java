package io.pliant.journal.raft;

import io.pliant.journal.GroupSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.RaftConfigKeys;
import org.apache.ratis.client.RaftClientConfigKeys;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.apache.ratis.util.SizeInBytes;
import org.apache.ratis.util.TimeDuration;

/**
 * Ratis' settings. What is not safe stays off: unsafe and asynchronous flush, skipping of damaged
 * entries. Memory is bounded: small segments, few of them cached, few threads.
 */
final class RatisSettings {
  /** Largest log entry, in bytes. */
  static final int LARGEST_ENTRY = 8 << 20;

  private static final int THREADS = 4;

  private RatisSettings() {}

  static RaftProperties properties(GroupSettings settings, Path log) {
    RaftProperties keys = new RaftProperties();
    RaftConfigKeys.Rpc.setType(keys, new MemberRpc());
    GrpcConfigKeys.Server.setHost(keys, settings.own().host());
    GrpcConfigKeys.Server.setPort(keys, settings.own().port());
    GrpcConfigKeys.Server.setAsyncRequestThreadPoolSize(keys, THREADS);
    RaftServerConfigKeys.setStorageDir(keys, List.of(log.toFile()));
    RaftServerConfigKeys.setRemovedGroupsDir(keys, log.resolveSibling("removed").toFile());
    elections(keys, settings);
    log(keys, settings);
    RaftServerConfigKeys.Read.setOption(keys, RaftServerConfigKeys.Read.Option.LINEARIZABLE);
    RaftServerConfigKeys.RetryCache.setExpiryTime(keys, time(Duration.ofSeconds(15)));
    RaftServerConfigKeys.ThreadPool.setClientCached(keys, true);
    RaftServerConfigKeys.Write.setByteLimit(keys, SizeInBytes.valueOf("32MB"));
    RaftClientConfigKeys.Rpc.setRequestTimeout(keys, time(Duration.ofSeconds(3)));
    return keys;
  }

  private static void elections(RaftProperties keys, GroupSettings settings) {
    GroupSettings.Timing timing = settings.timing();
    RaftServerConfigKeys.Rpc.setTimeoutMin(keys, time(timing.electionMin()));
    RaftServerConfigKeys.Rpc.setTimeoutMax(keys, time(timing.electionMax()));
    boolean alone = settings.members().size() == 1;
    Duration first = alone ? Duration.ofMillis(20) : timing.electionMin().dividedBy(2);
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMin(keys, time(first));
    RaftServerConfigKeys.Rpc.setFirstElectionTimeoutMax(keys, time(first.multipliedBy(2)));
    RaftServerConfigKeys.Rpc.setRequestTimeout(keys, time(Duration.ofSeconds(3)));
    RaftServerConfigKeys.Rpc.setSleepTime(keys, time(Duration.ofMillis(25)));
    // Ratis' 10 s are longer than an outage may last: one that stepped down for want of others may
    // be
    // the only one that can lead when they return
    RaftServerConfigKeys.LeaderElection.setLeaderStepDownWaitTime(keys, time(timing.electionMax()));
    // a member that was stopped for long steps down at once; closing itself would help nobody
    RaftServerConfigKeys.setCloseThreshold(keys, time(Duration.ofDays(1)));
  }

  private static void log(RaftProperties keys, GroupSettings settings) {
    RaftServerConfigKeys.Log.setCorruptionPolicy(
        keys, RaftServerConfigKeys.Log.CorruptionPolicy.EXCEPTION);
    RaftServerConfigKeys.Log.setUnsafeFlushEnabled(keys, false);
    RaftServerConfigKeys.Log.setAsyncFlushEnabled(keys, false);
    RaftServerConfigKeys.Log.setSegmentSizeMax(keys, SizeInBytes.valueOf("8MB"));
    RaftServerConfigKeys.Log.setPreallocatedSize(keys, SizeInBytes.valueOf("1MB"));
    RaftServerConfigKeys.Log.setSegmentCacheNumMax(keys, 2);
    RaftServerConfigKeys.Log.setSegmentCacheSizeMax(keys, SizeInBytes.valueOf("16MB"));
    RaftServerConfigKeys.Log.setQueueByteLimit(keys, 32 << 20);
    RaftServerConfigKeys.Log.Appender.setBufferByteLimit(keys, SizeInBytes.valueOf(LARGEST_ENTRY));
    RaftServerConfigKeys.Log.setWriteBufferSize(keys, SizeInBytes.valueOf(LARGEST_ENTRY + 1024));
    // by default a leader tries a member that was away only each 5 s or so; it comes back unheard
    // meanwhile, stands for election, and the group may be without a leader for long
    RaftServerConfigKeys.Log.Appender.setRetryPolicy(keys, "10ms,10, 150ms,1000000000");
    RaftServerConfigKeys.Log.Appender.setSnapshotChunkSizeMax(keys, SizeInBytes.valueOf("4MB"));
    RaftServerConfigKeys.Log.setPurgeUptoSnapshotIndex(keys, true);
    RaftServerConfigKeys.Log.setPurgeGap(keys, 1);
    RaftServerConfigKeys.Snapshot.setAutoTriggerEnabled(keys, true);
    RaftServerConfigKeys.Snapshot.setAutoTriggerThreshold(keys, settings.snapshotEvery());
    RaftServerConfigKeys.Snapshot.setTriggerWhenStopEnabled(keys, false);
    RaftServerConfigKeys.Snapshot.setRetentionFileNum(keys, 2);
    // commit-index marks in the log cost a write each and help nobody here
    RaftServerConfigKeys.Log.setLogMetadataEnabled(keys, false);
  }

  static Parameters parameters(GroupSettings settings) {
    Parameters parameters = new Parameters();
    GroupSettings.Tls tls = settings.tls();
    if (tls != null) {
      RaftTls.of(tls, settings.group()).into(parameters);
    }
    return parameters;
  }

  private static TimeDuration time(Duration duration) {
    return TimeDuration.valueOf(duration.toMillis(), TimeUnit.MILLISECONDS);
  }
}
