import { dayMarketTopic, isPrivateTopic } from '#contract/live.ts'
import { type BackpressureParts, createBackpressure } from '#server/live/backpressure.ts'
import type { SocketWriter } from '#server/live/socket-writer.ts'
import type { Push, Subscriber, Topic } from '#server/live/topic.ts'
import type { TopicRegistry } from '#server/live/topic-registry.ts'
import type { Metrics } from '#server/platform/metrics.ts'

export type Subscriptions = {
  readonly has: (name: string) => boolean
  readonly count: () => number
  /** Shows the newest state at once, also to one who follows the topic already. A private topic is that user's. */
  readonly add: (name: string, userId: number | undefined) => void
  readonly remove: (name: string) => void
  readonly removePrivate: () => void
  readonly removeAll: () => void
  /** Sends the news of this round, or the newest state of what was missed in earlier ones. */
  readonly flush: () => void
  /**
   * The latest `QuoteSeq` that a frame for this client may carry: that of the last `DAY_MARKET` push it was sent. The
   * server refuses orders of clients that have not seen a market's last change of state, so a frame must not vouch for a
   * change that waits for a flush, or for a slow reader to catch up. Infinity for a client that does not follow
   * `DAY_MARKET`.
   */
  readonly sentSeq: () => number
}

export type SubscriptionsParts = Omit<BackpressureParts, 'outlet'> & {
  readonly writer: SocketWriter
  readonly topics: TopicRegistry
  readonly metrics: Metrics
}

type Subscription = {
  readonly topic: Topic
  readonly follower: Subscriber
  /** The place of the last push that was sent. */
  at: number
  /** The round that what was sent belongs to: its news, and those of earlier ones, are known. */
  round: number
  hasMissed: boolean
}

/** What one client follows. One that reads too slowly misses flushes: nothing is ever queued for it. */
export function createSubscriptions(parts: SubscriptionsParts): Subscriptions {
  const { writer: outlet, topics, metrics } = parts
  const pace = createBackpressure(parts)
  const followed = new Map<string, Subscription>()

  function follow(name: string, userId: number | undefined): Subscription | undefined {
    const follower = { userId, insist: outlet.writeOrClose, sentSeq }
    const topic = topics.subscribe(name, follower)
    if (topic === undefined) return undefined
    const subscription = { topic, follower, at: 0, round: 0, hasMissed: false }
    followed.set(name, subscription)
    metrics.liveSubscriptions.inc()
    return subscription
  }
  function remove(name: string): void {
    const subscription = followed.get(name)
    if (subscription === undefined) return
    followed.delete(name)
    topics.unsubscribe(name, subscription.follower)
    metrics.liveSubscriptions.dec()
  }
  function send(subscription: Subscription, pushes: readonly Push[]): void {
    subscription.round = topics.flushCount()
    subscription.hasMissed = false
    for (const { version: at, frame } of pushes) {
      if (at < subscription.at) continue
      subscription.at = at
      outlet.write(frame)
    }
  }
  function sentSeq(): number {
    return followed.get(dayMarketTopic)?.at ?? Number.POSITIVE_INFINITY
  }
  function newsOf({ topic, round }: Subscription): readonly Push[] {
    return round < topics.flushCount() ? topic.updates(sentSeq()) : []
  }
  function sendNews(): void {
    for (const subscription of followed.values()) {
      send(
        subscription,
        subscription.hasMissed ? subscription.topic.snapshot(sentSeq()) : newsOf(subscription),
      )
    }
  }
  function missNews(): void {
    for (const subscription of followed.values()) {
      if (newsOf(subscription).length === 0) continue
      subscription.hasMissed = true
      metrics.liveFramesSkipped.inc()
    }
  }
  return {
    has: (name) => followed.has(name),
    count: () => followed.size,
    add(name, userId) {
      const subscription = followed.get(name) ?? follow(name, userId)
      if (subscription === undefined) return
      if (pace.look() === 'ready') send(subscription, subscription.topic.snapshot(sentSeq()).slice(-1))
      else subscription.hasMissed = true
    },
    remove,
    removePrivate() {
      for (const name of followed.keys()) if (isPrivateTopic(name)) remove(name)
    },
    removeAll() {
      for (const name of followed.keys()) remove(name)
    },
    sentSeq,
    flush() {
      if (followed.size === 0 || !outlet.isOpen()) return
      const reads = pace.look()
      if (reads === 'stuck') outlet.terminate()
      else if (reads === 'behind') missNews()
      // Gathering costs a little, and pays when there may be several frames.
      else if (followed.size > 1) outlet.batch(sendNews)
      else sendNews()
    },
  }
}
