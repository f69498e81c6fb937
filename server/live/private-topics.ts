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
  /** Undefined for a public topic and for a client that is not logged in. */
  readonly subscribe: (name: string, subscriber: Subscriber) => Topic | undefined
  readonly unsubscribe: (name: string, subscriber: Subscriber) => void
  readonly prepareFlush: () => void
  /** Sends closed orders at once to all sockets of the user. They are events, which no later state replaces. */
  readonly onAccountChanged: (change: AccountChanged) => void
}

export type PrivateTopicsParts = {
  readonly portfolio: Pick<Portfolio, 'subscribe'>
  readonly clock: Pick<Clock, 'now'>
  /** Sequence number of the latest market event. */
  readonly newestSeq: () => number
}

type ActiveTopic = { readonly topic: PrivateTopic; readonly subscribers: Set<Subscriber> }

/** Private topics with subscribers. Each belongs to one user, and only that user's sockets subscribe to it. */
export function createPrivateTopics({ portfolio, clock, newestSeq }: PrivateTopicsParts): PrivateTopics {
  const active = new Map<string, ActiveTopic>()

  function open(name: string, userId: number): ActiveTopic {
    const topic =
      name === ownTradesTopic
        ? createAccountTopic({ account: portfolio.subscribe(userId), clock })
        : eventsTopic(name, (sentSeq) => closedFrame([], sentSeq, { snapshot: true }))
    const opened = { topic, subscribers: new Set<Subscriber>() }
    active.set(keyOf(name, userId), opened)
    return opened
  }
  function closedFrame(
    endedOrders: ClosedPush,
    sentSeq: number,
    mark: Pick<StampedPush<ClosedPush>, 'snapshot'>,
  ): Buffer {
    const stamp = { QuoteSeq: Math.min(newestSeq(), sentSeq), Now: clock.now() }
    const push: StampedPush<ClosedPush> = { topic: ownClosedTopic, data: endedOrders, ...stamp, ...mark }
    return encodeFrame(JSON.stringify(push))
  }
  return {
    subscribe(name, subscriber) {
      const { userId } = subscriber
      if (userId === undefined || !isPrivateTopic(name)) return undefined
      const found = active.get(keyOf(name, userId)) ?? open(name, userId)
      found.subscribers.add(subscriber)
      return found.topic
    },
    unsubscribe(name, subscriber) {
      const key = keyOf(name, subscriber.userId)
      const found = active.get(key)
      if (found === undefined || !found.subscribers.delete(subscriber) || found.subscribers.size > 0) return
      active.delete(key)
      found.topic.close()
    },
    prepareFlush() {
      for (const { topic } of active.values()) topic.prepareFlush()
    },
    onAccountChanged({ userId, endedOrders }) {
      const subscribers = active.get(keyOf(ownClosedTopic, userId))?.subscribers
      if (subscribers === undefined || endedOrders.length === 0) return
      for (const { writeOrClose, sentSeq } of subscribers)
        writeOrClose(closedFrame(endedOrders, sentSeq(), {}))
    },
  }
}

function keyOf(name: string, userId: number | undefined): string {
  return `${name} ${userId}`
}

/** A topic of events without state: a new subscriber gets an empty snapshot, and a flush sends nothing. */
function eventsTopic(name: string, emptyFrame: (sentSeq: number) => Buffer): PrivateTopic {
  const doNothing = () => undefined
  return {
    name,
    onMarketEvent: doNothing,
    prepareFlush: doNothing,
    updates: () => [],
    snapshot: (sentSeq) => [{ version: 0, frame: emptyFrame(sentSeq) }],
    close: doNothing,
  }
}
