import { dayMarketTopic, isPrivateTopic, klineTopics } from '#contract/live.ts'
import { periods } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { createCandleTopic } from '#server/live/candle-topic.ts'
import { createDayMarketTopic, type DayMarketParts } from '#server/live/day-market-topic.ts'
import type { LiveMarketData } from '#server/live/live-parts.ts'
import { createPrivateTopics } from '#server/live/private-topics.ts'
import type { Subscriber, Topic } from '#server/live/topic.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

export type TopicRegistry = {
  readonly isKnown: (name: string) => boolean
  /** Undefined for a name nobody knows, and for a private topic of nobody. */
  readonly subscribe: (name: string, follower: Subscriber) => Topic | undefined
  readonly unsubscribe: (name: string, follower: Subscriber) => void
  readonly onMarketEvent: (event: MarketEvent) => void
  readonly onAccountChanged: (change: AccountChanged) => void
  /** Fixes the news of every topic and begins the next round. */
  readonly prepareFlush: () => void
  /** How many flushes have begun. */
  readonly flushCount: () => number
  /** The sequence of the newest market event; before the first one, that of the newest stored quote, or 0. */
  readonly newestSeq: () => number
}

export type TopicRegistryParts = {
  readonly marketData: LiveMarketData
  readonly portfolio: Pick<Portfolio, 'watch'>
  readonly clock: Pick<Clock, 'now'>
}

type ActiveTopic = { readonly topic: Topic; readonly followers: Set<Subscriber> }

/** The topics that are followed. One that is not costs nothing: it is made for its first follower. */
export function createTopicRegistry(parts: TopicRegistryParts): TopicRegistry {
  let seq = newestStoredSeq(parts.marketData)
  const newestSeq = () => seq
  const makers = topicFactories({ ...parts, newestSeq })
  const own = createPrivateTopics({ ...parts, newestSeq })
  const followed = new Map<string, ActiveTopic>()
  let round = 0

  function open(name: string): ActiveTopic | undefined {
    const make = makers.get(name)
    if (make === undefined) return undefined
    const opened = { topic: make(), followers: new Set<Subscriber>() }
    followed.set(name, opened)
    return opened
  }
  return {
    isKnown: (name) => isPrivateTopic(name) || makers.has(name),
    subscribe(name, follower) {
      if (isPrivateTopic(name)) return own.subscribe(name, follower)
      const joined = followed.get(name) ?? open(name)
      joined?.followers.add(follower)
      return joined?.topic
    },
    unsubscribe(name, follower) {
      if (isPrivateTopic(name)) return own.unsubscribe(name, follower)
      const left = followed.get(name)
      left?.followers.delete(follower)
      if (left?.followers.size === 0) followed.delete(name)
    },
    onMarketEvent(event) {
      seq = event.seq
      for (const { topic } of followed.values()) topic.onMarketEvent(event)
    },
    onAccountChanged: own.onAccountChanged,
    prepareFlush() {
      for (const { topic } of followed.values()) topic.prepareFlush()
      own.prepareFlush()
      round += 1
    },
    flushCount: () => round,
    newestSeq,
  }
}

function newestStoredSeq({ markets, view }: LiveMarketData): number {
  return Math.max(0, ...markets.map(({ id }) => view(id)?.quote?.seq ?? 0))
}

/** By their full names: a code may have dots in it, so that a name cannot be taken apart. */
function topicFactories(parts: DayMarketParts): ReadonlyMap<string, () => Topic> {
  const { marketData } = parts
  const makers = new Map<string, () => Topic>()
  for (const market of marketData.markets) {
    for (const period of periods) {
      for (const name of klineTopics(market.code, period)) {
        makers.set(name, () => createCandleTopic({ name, market, period, marketData }))
      }
    }
  }
  makers.set(dayMarketTopic, () => createDayMarketTopic(parts))
  return makers
}
