import {
  type ClosedPush,
  isPrivateTopic,
  type OrdersPush,
  ownClosedTopic,
  ownNoticesTopic,
  ownOrdersTopic,
  ownTradesTopic,
} from '#contract/live.ts'
import type { Market } from '#core/market/market.ts'
import { type AccountChanged, endedOrdersOf } from '#server/engine/engine.ts'
import { createAccountTopic } from '#server/live/account-topic.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import { createNoticeTopic } from '#server/live/notice-topic.ts'
import { createOrdersPush } from '#server/live/orders-push.ts'
import type { PrivateTopic, Subscriber, Topic } from '#server/live/topic.ts'
import type { Notices } from '#server/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

export type PrivateTopics = {
  /** Undefined for a public topic and for a client that is not logged in. */
  readonly subscribe: (name: string, subscriber: Subscriber) => Topic | undefined
  readonly unsubscribe: (name: string, subscriber: Subscriber) => void
  readonly prepareFlush: () => void
  /**
   * Sends ended and changed orders to all sockets of the user: at once if an existing order has changed, because it may
   * be on the screen. New orders come with the next flush, together with the new figures. Both are events, which no
   * state replaces.
   */
  readonly onAccountChanged: (change: AccountChanged) => void
  /** Lists of notices have changed: of these users, or of any. */
  readonly onNoticesChanged: (userIds: readonly number[] | undefined) => void
}

export type PrivateTopicsParts = {
  readonly portfolio: Pick<Portfolio, 'subscribe' | 'orderFigures'>
  readonly markets: readonly Market[]
  readonly clock: Pick<Clock, 'now'>
  readonly notices: Pick<Notices, 'states' | 'added'>
  readonly translatorFor: TranslatorFor
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
  /** Sequence number of the latest market event. */
  readonly newestSeq: () => number
}

type ActiveTopic = { readonly topic: PrivateTopic; readonly subscribers: Set<Subscriber> }

/** Private topics with subscribers. Each belongs to one user, and only that user's sockets subscribe to it. */
export function createPrivateTopics(parts: PrivateTopicsParts): PrivateTopics {
  const { portfolio, clock, newestSeq } = parts
  const ordersPushOf = createOrdersPush(parts)
  const active = new Map<string, ActiveTopic>()
  const noticeTopic = createNoticeTopic({
    ...parts,
    send({ queue, sendQueued, sentSeq }, data, isSnapshot) {
      queue(() => frameOf(ownNoticesTopic, data, sentSeq(), isSnapshot ? snapshotMark : ''))
      sendQueued()
    },
  })

  function open(name: string, userId: number): ActiveTopic {
    const opened = { topic: topicOf(name, userId), subscribers: new Set<Subscriber>() }
    active.set(keyOf(name, userId), opened)
    return opened
  }
  function topicOf(name: string, userId: number): PrivateTopic {
    if (name === ownTradesTopic) return createAccountTopic({ account: portfolio.subscribe(userId), clock })
    if (name === ownNoticesTopic) return eventsTopic(name)
    const empty = name === ownOrdersTopic ? noOrders : '[]'
    return eventsTopic(name, (sentSeq) => frameOf(name, empty, sentSeq, snapshotMark))
  }
  /** `data` is JSON already, because sockets share it. */
  function frameOf(topic: string, data: string, sentSeq: number, mark = ''): Buffer {
    const stamp = `"QuoteSeq":${Math.min(newestSeq(), sentSeq)},"Now":${clock.now()}`
    return encodeFrame(`{"topic":"${topic}","data":${data},${stamp}${mark}}`)
  }
  function subscribersOf(name: string, userId: number): Iterable<Subscriber> {
    return active.get(keyOf(name, userId))?.subscribers ?? []
  }
  function sendEnded(change: AccountChanged): void {
    const subscribers = [...subscribersOf(ownClosedTopic, change.userId)]
    const endedOrders: ClosedPush = subscribers.length === 0 ? [] : endedOrdersOf(change)
    if (endedOrders.length === 0) return
    const data = JSON.stringify(endedOrders)
    for (const { queue, sendQueued, sentSeq } of subscribers) {
      queue(() => frameOf(ownClosedTopic, data, sentSeq()))
      sendQueued()
    }
  }
  function sendOrders(change: AccountChanged): void {
    const subscribers = [...subscribersOf(ownOrdersTopic, change.userId)]
    if (subscribers.length === 0) return
    const isUrgent = change.orders.some(({ before }) => before !== undefined)
    const { full, short } = ordersPushOf(change)
    for (const { language, isBehind, queue, sendQueued, sentSeq } of subscribers) {
      // Encoded now: an order that cannot be encoded must not stop the flush.
      const data = isBehind() ? short() : full(language)
      queue(() => frameOf(ownOrdersTopic, isBehind() ? short() : data, sentSeq()))
      if (isUrgent) sendQueued()
    }
  }
  return {
    subscribe(name, subscriber) {
      const { userId } = subscriber
      if (userId === undefined || !isPrivateTopic(name)) return undefined
      const found = active.get(keyOf(name, userId)) ?? open(name, userId)
      found.subscribers.add(subscriber)
      if (name === ownNoticesTopic) noticeTopic.join(userId, subscriber)
      return found.topic
    },
    unsubscribe(name, subscriber) {
      const { userId } = subscriber
      const key = keyOf(name, userId)
      if (name === ownNoticesTopic && userId !== undefined) noticeTopic.leave(userId, subscriber)
      const found = active.get(key)
      if (found === undefined || !found.subscribers.delete(subscriber) || found.subscribers.size > 0) return
      active.delete(key)
      found.topic.close()
    },
    prepareFlush() {
      for (const { topic } of active.values()) topic.prepareFlush()
    },
    onAccountChanged(change) {
      sendEnded(change)
      sendOrders(change)
    },
    onNoticesChanged: noticeTopic.onChanged,
  }
}

const snapshotMark = ',"snapshot":true'

const noOrders = JSON.stringify({ Version: 0, QuoteSeq: 0, Orders: [] } satisfies OrdersPush)

function keyOf(name: string, userId: number | undefined): string {
  return `${name} ${userId}`
}

/** A topic of events: a flush sends nothing. A new subscriber gets the empty snapshot, if there is one. */
function eventsTopic(name: string, emptyFrame?: (sentSeq: number) => Buffer): PrivateTopic {
  const doNothing = () => undefined
  return {
    name,
    onMarketEvent: doNothing,
    prepareFlush: doNothing,
    updates: () => [],
    snapshot: (sentSeq) => (emptyFrame === undefined ? [] : [{ version: 0, frame: emptyFrame(sentSeq) }]),
    close: doNothing,
  }
}
