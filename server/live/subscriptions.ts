import { dayMarketTopic } from '#contract/live.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { type BackpressureParts, createBackpressure } from '#server/live/backpressure.ts'
import type { SocketTopics } from '#server/live/socket-topics.ts'
import type { SocketWriter } from '#server/live/socket-writer.ts'
import type { Identity, Push, Subscriber, Topic } from '#server/live/topic.ts'
import type { Metrics } from '#server/platform/metrics.ts'

export type Subscriptions = {
  readonly has: (name: string) => boolean
  readonly count: () => number
  /**
   * Sends a snapshot at once, after queued frames, even for an existing subscription. `identity` is the owner of a
   * private topic.
   */
  readonly add: (name: string, identity: Identity | undefined) => void
  readonly remove: (name: string) => void
  readonly removePrivate: () => void
  readonly removeAll: () => void
  /** Sends queued frames, then the updates of this flush, or a snapshot where the client missed earlier flushes. */
  readonly flush: () => void
  /**
   * The highest `QuoteSeq` that a frame for this client may carry: that of its last `DAY_MARKET` push. The server
   * refuses orders from clients that have not seen a market's latest state change. So a frame must not claim a change
   * that still waits for a flush. Infinity without a subscription to `DAY_MARKET`.
   */
  readonly sentSeq: () => number
}

export type SubscriptionsParts = Omit<BackpressureParts, 'writer'> & {
  readonly writer: SocketWriter
  readonly topics: SocketTopics
  /** Language of the texts in pushes. */
  readonly language: LanguageCode
  readonly metrics: Metrics
}

/** A frame that must not be skipped. */
type QueuedFrame = { readonly topic: string; readonly frame: () => Buffer }

const noFrames: readonly QueuedFrame[] = []

/** More queued frames than this do not wait for the flush. */
const maxQueued = 32

type Subscription = {
  readonly topic: Topic
  readonly subscriber: Subscriber
  /** Version of the last push sent. */
  sentVersion: number
  /** Number of the last flush whose updates were sent. */
  sentFlush: number
  hasMissedUpdates: boolean
}

/** Subscriptions of one client. A slow client misses flushes (conflation): no updates are queued for it. */
export function createSubscriptions(parts: SubscriptionsParts): Subscriptions {
  const { writer, topics, metrics } = parts
  const backpressure = createBackpressure(parts)
  const subscribed = new Map<string, Subscription>()
  let queued = noFrames
  let isSendingSoon = false

  function subscribe(name: string, identity: Identity | undefined): Subscription | undefined {
    const subscriber = {
      identity,
      userId: identity?.kind === 'user' ? identity.userId : undefined,
      language: parts.language,
      queue: (frame: () => Buffer) => queue({ topic: name, frame }),
      sendQueued,
      sentSeq,
      isBehind,
    }
    const topic = topics.subscribe(name, subscriber)
    if (topic === undefined) return undefined
    const subscription = { topic, subscriber, sentVersion: 0, sentFlush: 0, hasMissedUpdates: false }
    subscribed.set(name, subscription)
    metrics.liveSubscriptions.inc()
    return subscription
  }
  function remove(name: string): void {
    const subscription = subscribed.get(name)
    if (subscription === undefined) return
    subscribed.delete(name)
    queued = queued.filter(({ topic }) => topic !== name)
    topics.unsubscribe(name, subscription.subscriber)
    metrics.liveSubscriptions.dec()
  }
  function queue(frame: QueuedFrame): void {
    queued = [...queued, frame]
    if (queued.length > maxQueued) writer.batch(writeQueued)
  }
  function sendQueued(): void {
    if (isSendingSoon) return
    isSendingSoon = true
    queueMicrotask(() => {
      isSendingSoon = false
      writer.batch(writeQueued)
    })
  }
  function writeQueued(): void {
    const frames = queued
    queued = noFrames
    for (const { frame } of frames) if (writer.isOpen()) writer.writeOrClose(frame())
  }
  function send(subscription: Subscription, pushes: readonly Push[]): void {
    subscription.sentFlush = topics.flushCount()
    subscription.hasMissedUpdates = false
    for (const { version, frame } of pushes) {
      if (version < subscription.sentVersion) continue
      subscription.sentVersion = version
      writer.write(frame)
    }
  }
  function sentSeq(): number {
    return subscribed.get(dayMarketTopic)?.sentVersion ?? Number.POSITIVE_INFINITY
  }
  function isBehind(): boolean {
    return writer.unsentBytes() > parts.limits.slowAboveBytes
  }
  function updatesOf({ topic, sentFlush }: Subscription): readonly Push[] {
    return sentFlush < topics.flushCount() ? topic.updates(sentSeq()) : []
  }
  /** Queued frames first: figures must not name an order that the client has not received. */
  function sendUpdates(): void {
    writeQueued()
    for (const subscription of subscribed.values()) {
      send(
        subscription,
        subscription.hasMissedUpdates ? subscription.topic.snapshot(sentSeq()) : updatesOf(subscription),
      )
    }
  }
  function skipUpdates(): void {
    writeQueued()
    for (const subscription of subscribed.values()) {
      if (updatesOf(subscription).length === 0) continue
      subscription.hasMissedUpdates = true
      metrics.liveFramesSkipped.inc()
    }
  }
  return {
    has: (name) => subscribed.has(name),
    count: () => subscribed.size,
    add(name, identity) {
      const subscription = subscribed.get(name) ?? subscribe(name, identity)
      if (subscription === undefined) return
      writeQueued()
      if (backpressure.check() === 'ready')
        send(subscription, subscription.topic.snapshot(sentSeq()).slice(-1))
      else subscription.hasMissedUpdates = true
    },
    remove,
    removePrivate() {
      for (const name of subscribed.keys()) if (topics.isPrivate(name)) remove(name)
    },
    removeAll() {
      for (const name of subscribed.keys()) remove(name)
    },
    sentSeq,
    flush() {
      if (subscribed.size === 0 || !writer.isOpen()) return
      const speed = backpressure.check()
      if (speed === 'stuck') writer.terminate()
      else if (speed === 'behind') skipUpdates()
      // Corking has a small cost, which pays only for several frames.
      else if (subscribed.size > 1) writer.batch(sendUpdates)
      else sendUpdates()
    },
  }
}
