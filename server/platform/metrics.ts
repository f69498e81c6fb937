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
    messages: new Counter({
      name: 'openlot_messages_total',
      help: 'Emails and text messages, by channel and outcome',
      labelNames: ['channel', 'outcome'],
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
      help: 'Lease acquisitions with a full load: one at the start, then one after each failure',
      registers,
    }),
    engineFrozen: new Gauge({
      name: 'openlot_engine_frozen_accounts',
      help: 'Accounts frozen until an operator has checked them',
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
