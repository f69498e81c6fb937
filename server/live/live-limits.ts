import type { BucketLimits } from '#server/platform/token-bucket.ts'

/** What one client, one address and all of them may take up. */
export type LiveLimits = {
  readonly maxFrameBytes: number
  readonly maxFragments: number
  readonly commands: BucketLimits
  readonly maxTopics: number
  readonly maxTokenLength: number
  /** Logins of one socket that are not answered yet. */
  readonly maxPendingLogins: number
  /** Each is a look into the database: so often on one socket, and from one address. */
  readonly logins: BucketLimits
  readonly loginsPerAddress: BucketLimits
  readonly idleTimeoutMs: number
  readonly maxSockets: number
  readonly maxSocketsPerAddress: number
  /** With more than this unsent a client is too slow for the flushes, and waits until it has read everything. */
  readonly slowAboveBytes: number
  /** With more than this unsent, answers to its own commands included, it is cut off. */
  readonly maxUnsentBytes: number
  /** How long a client that is too slow may take nothing at all. */
  readonly stuckAfterMs: number
  readonly flushEveryMs: number
  /** After so many sockets, or so long, a flush lets other work have its turn. */
  readonly socketsPerSlice: number
  readonly maxSliceMs: number
  readonly closeTimeoutMs: number
}

/**
 * Commands are a few dozen bytes and a screen follows a few topics; a client pings every 5 s, in a hidden tab once a
 * minute; it reads what it asked for; a person has a few tabs. Beyond these it is abuse.
 */
export const liveLimits: LiveLimits = {
  maxFrameBytes: 4096,
  maxFragments: 16,
  commands: { perSecond: 50, burst: 200 },
  maxTopics: 100,
  maxTokenLength: 256,
  maxPendingLogins: 10,
  logins: { perSecond: 0.2, burst: 10 },
  loginsPerAddress: { perSecond: 5, burst: 200 },
  idleTimeoutMs: 120_000,
  maxSockets: 10_000,
  maxSocketsPerAddress: 50,
  slowAboveBytes: 64 * 1024,
  maxUnsentBytes: 128 * 1024,
  stuckAfterMs: 15_000,
  flushEveryMs: 250,
  socketsPerSlice: 250,
  maxSliceMs: 2,
  closeTimeoutMs: 1_000,
}
