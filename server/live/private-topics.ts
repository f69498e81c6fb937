import {
  type ClosedPush,
  isPrivateTopic,
  ownClosedTopic,
  ownTradesTopic,
  type StampedPush,
} from '#contract/live.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { createAccountTopic } from '#server/live/account-topic.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { PrivateTopic, Subscriber, Topic } from '#server/live/topic.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

export type PrivateTopics = {
  /** Undefined for a name that is no private topic, and for a visitor. */
  readonly subscribe: (name: string, follower: Subscriber) => Topic | undefined
  readonly unsubscribe: (name: string, follower: Subscriber) => void
  readonly prepareFlush: () => void
  /** What has left the lists is told at once, and to everyone of that user: it is no state that a later one replaces. */
  readonly onAccountChanged: (change: AccountChanged) => void
}

export type PrivateTopicsParts = {
  readonly portfolio: Pick<Portfolio, 'watch'>
  readonly clock: Pick<Clock, 'now'>
  /** The sequence of the newest market event. */
  readonly newestSeq: () => number
}

type ActiveTopic = { readonly topic: PrivateTopic; readonly followers: Set<Subscriber> }

/** The private topics that are followed: each is one user's, and only sockets of that user are among its followers. */
export function createPrivateTopics({ portfolio, clock, newestSeq }: PrivateTopicsParts): PrivateTopics {
  const followed = new Map<string, ActiveTopic>()

  function open(name: string, userId: number): ActiveTopic {
    const topic =
      name === ownTradesTopic
        ? createAccountTopic({ watcher: portfolio.subscribe(userId), clock })
        : eventsTopic(name, (sentSeq) => closedFrame([], sentSeq, { snapshot: true }))
    const opened = { topic, followers: new Set<Subscriber>() }
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
    subscribe(name, follower) {
      const { userId } = follower
      if (userId === undefined || !isPrivateTopic(name)) return undefined
      const joined = followed.get(keyOf(name, userId)) ?? open(name, userId)
      joined.followers.add(follower)
      return joined.topic
    },
    unsubscribe(name, follower) {
      const key = keyOf(name, follower.userId)
      const left = followed.get(key)
      if (left === undefined || !left.followers.delete(follower) || left.followers.size > 0) return
      followed.delete(key)
      left.topic.close()
    },
    prepareFlush() {
      for (const { topic } of followed.values()) topic.prepareFlush()
    },
    onAccountChanged({ userId, endedOrders: left }) {
      const followers = followed.get(keyOf(ownClosedTopic, userId))?.followers
      if (followers === undefined || left.length === 0) return
      for (const { writeOrClose: insist, sentSeq } of followers) insist(closedFrame(left, sentSeq(), {}))
    },
  }
}

function keyOf(name: string, userId: number | undefined): string {
  return `${name} ${userId}`
}

/** A topic of events without a state: a late subscriber gets an empty snapshot, and a flush sends nothing. */
function eventsTopic(name: string, emptyFrame: (sentSeq: number) => Buffer): PrivateTopic {
  const nothing = () => undefined
  const whole = (sentSeq: number) => [{ at: 0, frame: emptyFrame(sentSeq) }]
  return {
    name,
    onMarketEvent: nothing,
    prepareFlush: nothing,
    updates: () => [],
    snapshot: whole,
    close: nothing,
  }
}
