import {
  type ClosedPush,
  isPrivateTopic,
  ownClosedTopic,
  ownTradesTopic,
  type StampedPush,
} from '#contract/live.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { createOwnTradesTopic } from '#server/live/account-topic.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { Follower, OwnTopic, Topic } from '#server/live/topic.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

export type OwnTopics = {
  /** Undefined for a name that is no private topic, and for a visitor. */
  readonly join: (name: string, follower: Follower) => Topic | undefined
  readonly leave: (name: string, follower: Follower) => void
  readonly prepare: () => void
  /** What has left the lists is told at once, and to everyone of that user: it is no state that a later one replaces. */
  readonly accountChanged: (change: AccountChanged) => void
}

export type OwnTopicsParts = {
  readonly portfolio: Pick<Portfolio, 'watch'>
  readonly clock: Pick<Clock, 'now'>
  /** The sequence of the newest market event. */
  readonly newestSeq: () => number
}

type Followed = { readonly topic: OwnTopic; readonly followers: Set<Follower> }

/** The private topics that are followed: each is one user's, and only sockets of that user are among its followers. */
export function createOwnTopics({ portfolio, clock, newestSeq }: OwnTopicsParts): OwnTopics {
  const followed = new Map<string, Followed>()

  function open(name: string, userId: number): Followed {
    const topic =
      name === ownTradesTopic
        ? createOwnTradesTopic({ watcher: portfolio.watch(userId), clock })
        : eventsTopic(name, (sentSeq) => closedFrame([], sentSeq, { snapshot: true }))
    const opened = { topic, followers: new Set<Follower>() }
    followed.set(keyOf(name, userId), opened)
    return opened
  }
  function closedFrame(
    left: ClosedPush,
    sentSeq: number,
    mark: Pick<StampedPush<ClosedPush>, 'snapshot'>,
  ): Buffer {
    const stamp = { QuoteSeq: Math.min(newestSeq(), sentSeq), Now: clock.now() }
    const push: StampedPush<ClosedPush> = { topic: ownClosedTopic, data: left, ...stamp, ...mark }
    return encodeFrame(JSON.stringify(push))
  }
  return {
    join(name, follower) {
      const { userId } = follower
      if (userId === undefined || !isPrivateTopic(name)) return undefined
      const joined = followed.get(keyOf(name, userId)) ?? open(name, userId)
      joined.followers.add(follower)
      return joined.topic
    },
    leave(name, follower) {
      const key = keyOf(name, follower.userId)
      const left = followed.get(key)
      if (left === undefined || !left.followers.delete(follower) || left.followers.size > 0) return
      followed.delete(key)
      left.topic.close()
    },
    prepare() {
      for (const { topic } of followed.values()) topic.prepare()
    },
    accountChanged({ userId, endedOrders: left }) {
      const followers = followed.get(keyOf(ownClosedTopic, userId))?.followers
      if (followers === undefined || left.length === 0) return
      for (const { insist, sentSeq } of followers) insist(closedFrame(left, sentSeq(), {}))
    },
  }
}

function keyOf(name: string, userId: number | undefined): string {
  return `${name} ${userId}`
}

/** A topic of events without a state: a late subscriber gets an empty snapshot, and a flush sends nothing. */
function eventsTopic(name: string, emptyFrame: (sentSeq: number) => Buffer): OwnTopic {
  const nothing = () => undefined
  const whole = (sentSeq: number) => [{ at: 0, frame: emptyFrame(sentSeq) }]
  return { name, marketEvent: nothing, prepare: nothing, news: () => [], whole, close: nothing }
}
