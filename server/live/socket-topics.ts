import type { Identity, Subscriber, Topic } from '#server/live/topic.ts'

/** The topics that one live socket has. */
export type SocketTopics = {
  readonly isKnown: (name: string) => boolean
  /** Private topics need a login and end at logout. */
  readonly isPrivate: (name: string) => boolean
  /** Whether a client may subscribe to a known topic. `forbidden` if another operator may. */
  readonly accessOf: (name: string, identity: Identity | undefined) => TopicAccess
  /** Undefined for an unknown name, and for a topic without access. */
  readonly subscribe: (name: string, subscriber: Subscriber) => Topic | undefined
  readonly unsubscribe: (name: string, subscriber: Subscriber) => void
  /** Fixes the updates of every topic for the next flush. */
  readonly prepareFlush: () => void
  /** Number of flushes started. */
  readonly flushCount: () => number
  /** Sequence number of the latest market event; before the first one, that of the latest stored quote, or 0. */
  readonly newestSeq: () => number
}

export type TopicAccess = 'allowed' | 'login_needed' | 'forbidden'
