import { dayMarketTopic, klineTopics, ownClosedTopic, ownTradesTopic } from '#contract/live.ts'
import { periods } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { createCandleTopic } from '#server/live/candle-topic.ts'
import { createDayMarketTopic } from '#server/live/day-market-topic.ts'
import type { LiveMarketData } from '#server/live/live-parts.ts'
import type { Topic } from '#server/live/topic.ts'

export type Topics = {
  readonly isKnown: (name: string) => boolean
  /** Counts one follower more; undefined for a name nobody knows. */
  readonly join: (name: string) => Topic | undefined
  readonly leave: (name: string) => void
  readonly marketEvent: (event: MarketEvent) => void
  /** Fixes the news of every topic and begins the next round. */
  readonly prepare: () => void
  /** How many flushes have begun. */
  readonly round: () => number
}

type Followed = { readonly topic: Topic; followers: number }

/** The topics that are followed. One that is not costs nothing: it is made for its first follower. */
export function createTopics(marketData: LiveMarketData): Topics {
  const makers = topicMakers(marketData)
  const followed = new Map<string, Followed>()
  let round = 0

  function open(name: string): Followed | undefined {
    const make = makers.get(name)
    if (make === undefined) return undefined
    const opened = { topic: make(), followers: 0 }
    followed.set(name, opened)
    return opened
  }
  return {
    isKnown: (name) => makers.has(name),
    join(name) {
      const joined = followed.get(name) ?? open(name)
      if (joined !== undefined) joined.followers += 1
      return joined?.topic
    },
    leave(name) {
      const left = followed.get(name)
      if (left === undefined) return
      left.followers -= 1
      if (left.followers === 0) followed.delete(name)
    },
    marketEvent(event) {
      for (const { topic } of followed.values()) topic.marketEvent(event)
    },
    prepare() {
      for (const { topic } of followed.values()) topic.prepare()
      round += 1
    },
    round: () => round,
  }
}

/** By their full names: a code may have dots in it, so that a name cannot be taken apart. */
function topicMakers(marketData: LiveMarketData): ReadonlyMap<string, () => Topic> {
  const makers = new Map<string, () => Topic>()
  for (const market of marketData.markets) {
    for (const period of periods) {
      for (const name of klineTopics(market.code, period)) {
        makers.set(name, () => createCandleTopic({ name, market, period, marketData }))
      }
    }
  }
  makers.set(dayMarketTopic, () => createDayMarketTopic(marketData))
  for (const name of [ownTradesTopic, ownClosedTopic]) makers.set(name, () => quietTopic(name))
  return makers
}

/** Nothing is published on it yet and it has no state, so that a subscription is answered and no snapshot follows. */
function quietTopic(name: string): Topic {
  const nothing = () => []
  return { name, marketEvent: () => undefined, prepare: () => undefined, news: nothing, whole: nothing }
}
