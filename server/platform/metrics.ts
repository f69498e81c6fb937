import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What the server counts about itself. Each room that has something to count is handed these. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    callSeconds: new Histogram({
      name: 'openlot_call_seconds',
      help: 'How long calls took, by path and by the code of the answer',
      labelNames: ['path', 'code'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    sockets: new Gauge({ name: 'openlot_live_sockets', help: 'Live sockets that are open', registers }),
    liveSubscriptions: new Gauge({
      name: 'openlot_live_subscriptions',
      help: 'Topics that are subscribed to, each as often as it has subscribers',
      registers,
    }),
    liveFramesSent: new Counter({
      name: 'openlot_live_frames_sent_total',
      help: 'Frames written to live sockets',
      registers,
    }),
    liveFramesSkipped: new Counter({
      name: 'openlot_live_frames_skipped_total',
      help: 'Pushes of a topic that a slow reader was spared',
      registers,
    }),
    liveSocketsStuck: new Counter({
      name: 'openlot_live_sockets_stuck_total',
      help: 'Live sockets cut off because their clients had stopped reading',
      registers,
    }),
    ticks: new Counter({
      name: 'openlot_ticks_total',
      help: 'Prices the feed gave, by what became of them',
      labelNames: ['outcome'],
      registers,
    }),
    replayRowsSkipped: new Counter({
      name: 'openlot_replay_rows_skipped_total',
      help: 'Rows of a replay that could not be played, by why',
      labelNames: ['reason'],
      registers,
    }),
    messages: new Counter({
      name: 'openlot_messages_total',
      help: 'Messages to people, by channel and by what became of them',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    engineCommands: new Counter({
      name: 'openlot_engine_commands_total',
      help: 'Commands and triggers that were decided and are on disk',
      registers,
    }),
    engineCommitSeconds: new Histogram({
      name: 'openlot_engine_commit_seconds',
      help: 'How long a batch took to be written',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    engineLoads: new Counter({
      name: 'openlot_engine_loads_total',
      help: 'How often the lease was taken and everything read: once at the start, then after each failure',
      registers,
    }),
    engineFrozen: new Gauge({
      name: 'openlot_engine_frozen_accounts',
      help: 'Accounts for which nothing is decided until somebody has looked at them',
      registers,
    }),
    busFaults: new Counter({
      name: 'openlot_bus_faults_total',
      help: 'Subscribers of the bus that failed on a message, by topic',
      labelNames: ['topic'],
      registers,
    }),
  }
}
