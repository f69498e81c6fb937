import type { BucketLimits } from '#server/platform/token-bucket.ts'

/** What one client, one address and all of them may take up. */
export type LiveLimits = {
  readonly longestFrameBytes: number
  readonly mostFragments: number
  readonly commands: BucketLimits
  readonly mostTopics: number
  readonly longestToken: number
  /** Logins of one socket that are not answered yet. */
  readonly mostLogins: number
  /** Each is a look into the database: so often on one socket, and from one address. */
  readonly logins: BucketLimits
  readonly loginsPerAddress: BucketLimits
  readonly quietestMs: number
  readonly mostSockets: number
  readonly mostPerAddress: number
  /** With more than this unsent a client is too slow for the flushes, and waits until it has read everything. */
  readonly mostUnreadBytes: number
  /** With more than this unsent, answers to its own commands included, it is cut off. */
  readonly mostUnansweredBytes: number
  /** How long a client that is too slow may take nothing at all. */
  readonly stuckMs: number
  readonly flushEveryMs: number
  /** After so many sockets, or so long, a flush lets other work have its turn. */
  readonly socketsPerTurn: number
  readonly longestTurnMs: number
  readonly goodbyeMs: number
}

/**
 * Commands are a few dozen bytes and a screen follows a few topics; a client pings every 5 s, in a hidden tab once a
 * minute; it reads what it asked for; a person has a few tabs. Beyond these it is abuse.
 */
export const liveLimits: LiveLimits = {
  longestFrameBytes: 4096,
  mostFragments: 16,
  commands: { perSecond: 50, burst: 200 },
  mostTopics: 100,
  longestToken: 256,
  mostLogins: 10,
  logins: { perSecond: 0.2, burst: 10 },
  loginsPerAddress: { perSecond: 5, burst: 200 },
  quietestMs: 120_000,
  mostSockets: 10_000,
  mostPerAddress: 50,
  mostUnreadBytes: 64 * 1024,
  mostUnansweredBytes: 128 * 1024,
  stuckMs: 15_000,
  flushEveryMs: 250,
  socketsPerTurn: 250,
  longestTurnMs: 2,
  goodbyeMs: 1_000,
}
