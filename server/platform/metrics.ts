import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Prometheus metrics of the server. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    callSeconds: new Histogram({
      name: 'openlot_call_seconds',
      help: 'Duration of API calls, by path and answer code',
      labelNames: ['path', 'code'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    connections: new Gauge({ name: 'openlot_connections', help: 'Open TCP connections', registers }),
    connectionsRefused: new Counter({
      name: 'openlot_connections_refused_total',
      help: 'Connections refused, by the limit they exceeded: of the server or of their address',
      labelNames: ['limit'],
      registers,
    }),
    sockets: new Gauge({ name: 'openlot_live_sockets', help: 'Open live sockets', registers }),
    liveSubscriptions: new Gauge({
      name: 'openlot_live_subscriptions',
      help: 'Topic subscriptions of all live sockets',
      registers,
    }),
    liveFramesSent: new Counter({
      name: 'openlot_live_frames_sent_total',
      help: 'Frames written to live sockets',
      registers,
    }),
    liveFramesSkipped: new Counter({
      name: 'openlot_live_frames_skipped_total',
      help: 'Topic pushes skipped for slow readers',
      registers,
    }),
    liveSocketsStuck: new Counter({
      name: 'openlot_live_sockets_stuck_total',
      help: 'Live sockets closed because their clients stopped reading',
      registers,
    }),
    ticks: new Counter({
      name: 'openlot_ticks_total',
      help: 'Prices received from the feed, by outcome of the check',
      labelNames: ['outcome'],
      registers,
    }),
    feedSourceUp: new Gauge({
      name: 'openlot_feed_source_up',
      help: '1 for each price source that sent anything in the last 15 seconds, otherwise 0',
      labelNames: ['source'],
      registers,
    }),
    backfills: new Counter({
      name: 'openlot_backfills_total',
      help: 'Requests of missing minutes from the history of the feed, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    backfillGaps: new Gauge({
      name: 'openlot_backfill_gaps',
      help: 'Gaps in the candles of recent days that are not filled yet',
      registers,
    }),
    clockSteps: new Counter({
      name: 'openlot_clock_steps_total',
      help: 'Steps of the system clock by a second or more, by direction: ahead or back',
      labelNames: ['direction'],
      registers,
    }),
    clockAhead: new Gauge({
      name: 'openlot_clock_ahead_seconds',
      help: 'How far the time of the server is ahead of the system clock, after that was set back',
      registers,
    }),
    replayRowsSkipped: new Counter({
      name: 'openlot_replay_rows_skipped_total',
      help: 'Replay rows skipped, by reason',
      labelNames: ['reason'],
      registers,
    }),
    crashReports: new Counter({
      name: 'openlot_browser_errors_total',
      help: 'Errors reported by browsers, by app, logged or dropped',
      labelNames: ['app', 'outcome'],
      registers,
    }),
    alertHits: new Counter({
      name: 'openlot_alert_hits_total',
      help: 'Price alerts that were hit, by outcome: told, or removed by the user before',
      labelNames: ['outcome'],
      registers,
    }),
    alertHitsWaiting: new Gauge({
      name: 'openlot_alert_hits_waiting',
      help: 'Price alerts that were hit and are not stored yet',
      registers,
    }),
    messages: new Counter({
      name: 'openlot_messages_total',
      help: 'Emails and text messages, by channel and outcome',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    pushes: new Counter({
      name: 'openlot_pushes_total',
      help: 'Web pushes, by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    engineCommands: new Counter({
      name: 'openlot_engine_commands_total',
      help: 'Commands and triggers committed',
      registers,
    }),
    engineCommitSeconds: new Histogram({
      name: 'openlot_engine_commit_seconds',
      help: 'Duration of a batch commit',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    engineLoads: new Counter({
      name: 'openlot_engine_loads_total',
      help: 'Starts: the lease was taken and all state loaded',
      registers,
    }),
    engineRecoveries: new Counter({
      name: 'openlot_engine_recoveries_total',
      help: 'Failed commits, by what the lease showed: written, not_written or lost',
      labelNames: ['result'],
      registers,
    }),
    engineSkippedQuotes: new Counter({
      name: 'openlot_engine_skipped_quotes_total',
      help: 'Quotes on which no account was evaluated, because too many accounts had earlier ones to catch up with',
      registers,
    }),
    engineAccounts: new Gauge({
      name: 'openlot_engine_accounts',
      help: 'Accounts in memory: all with orders, and others used in the last minutes',
      registers,
    }),
    engineFrozen: new Gauge({
      name: 'openlot_engine_frozen_accounts',
      help: 'Accounts frozen until an operator has checked them',
      registers,
    }),
    followerPosition: new Gauge({
      name: 'openlot_follower_position',
      help: 'Number of the last journal batch that a follower has applied',
      labelNames: ['follower'],
      registers,
    }),
    followerLag: new Gauge({
      name: 'openlot_follower_lag_batches',
      help: 'Journal batches that a follower has not applied yet',
      labelNames: ['follower'],
      registers,
    }),
    followerFailures: new Gauge({
      name: 'openlot_follower_failures',
      help: 'Attempts of a follower that failed since its last success',
      labelNames: ['follower'],
      registers,
    }),
    headsDiffer: new Gauge({
      name: 'openlot_heads_differ',
      help: '1 if a recorded head of the journal or the audit log is no longer part of the history, otherwise 0',
      registers,
    }),
    headsFailures: new Gauge({
      name: 'openlot_heads_failures',
      help: 'Attempts to record heads that failed since the last success, by target: file or url',
      labelNames: ['target'],
      registers,
    }),
    busFaults: new Counter({
      name: 'openlot_bus_faults_total',
      help: 'Bus subscribers that threw, by topic',
      labelNames: ['topic'],
      registers,
    }),
  }
}
