import type { BucketLimits } from '#server/platform/token-bucket.ts'

/** Resource limits of one client, one address and all sockets. */
export type LiveLimits = {
  readonly maxFrameBytes: number
  readonly maxFragments: number
  readonly commands: BucketLimits
  readonly maxTopics: number
  readonly maxTokenLength: number
  /** Commands of one socket that wait for a login before them, and the total length of their frames. */
  readonly maxPendingCommands: number
  readonly maxPendingChars: number
  /** Each login is a database query, so logins are limited per socket and per address. */
  readonly logins: BucketLimits
  readonly loginsPerAddress: BucketLimits
  readonly idleTimeoutMs: number
  readonly maxSockets: number
  readonly maxSocketsPerAddress: number
  /** For the address of a trusted proxy, if the proxy does not name its clients. */
  readonly maxSocketsPerProxy: number
  /** Above this many unsent bytes a client skips flushes until it has read everything. */
  readonly slowAboveBytes: number
  /** Above this many unsent bytes, including answers to its commands, a client is terminated. */
  readonly maxUnsentBytes: number
  /** A slow client that reads nothing for this long is terminated. */
  readonly stuckAfterMs: number
  readonly flushEveryMs: number
  /** A slice of a flush ends after this many sockets or `maxSliceMs`. An order may wait for several slices. */
  readonly socketsPerSlice: number
  readonly maxSliceMs: number
  readonly closeTimeoutMs: number
}

/**
 * Normal use stays far below these limits: commands have a few dozen bytes, a screen subscribes to a few topics, a
 * client pings every 5 s (in a hidden tab once a minute), and a person has a few tabs open.
 */
export const liveLimits: LiveLimits = {
  maxFrameBytes: 4096,
  maxFragments: 16,
  commands: { perSecond: 50, burst: 200 },
  maxTopics: 100,
  maxTokenLength: 256,
  maxPendingCommands: 150,
  maxPendingChars: 16_384,
  logins: { perSecond: 0.2, burst: 10 },
  loginsPerAddress: { perSecond: 5, burst: 200 },
  idleTimeoutMs: 120_000,
  maxSockets: 10_000,
  maxSocketsPerAddress: 50,
  maxSocketsPerProxy: 1_000,
  slowAboveBytes: 64 * 1024,
  maxUnsentBytes: 128 * 1024,
  stuckAfterMs: 15_000,
  flushEveryMs: 250,
  socketsPerSlice: 250,
  maxSliceMs: 0.5,
  closeTimeoutMs: 1_000,
}
