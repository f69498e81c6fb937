import { dayMarketTopic, isPrivateTopic, klineTopics } from '#contract/live.ts'
import { periods } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { createCandleTopic } from '#server/live/candle-topic.ts'
import { createDayMarketTopic, type DayMarketParts } from '#server/live/day-market-topic.ts'
import type { LiveMarketData } from '#server/live/live-parts.ts'
import { createOwnTopics } from '#server/live/private-topics.ts'
import type { Follower, Topic } from '#server/live/topic.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

export type Topics = {
  readonly isKnown: (name: string) => boolean
  /** Undefined for a name nobody knows, and for a private topic of nobody. */
  readonly join: (name: string, follower: Follower) => Topic | undefined
  readonly leave: (name: string, follower: Follower) => void
  readonly marketEvent: (event: MarketEvent) => void
  readonly accountChanged: (change: AccountChanged) => void
  /** Fixes the news of every topic and begins the next round. */
  readonly prepare: () => void
  /** How many flushes have begun. */
  readonly round: () => number
  /** The sequence of the newest market event; before the first one, that of the newest stored quote, or 0. */
  readonly newestSeq: () => number
}

export type TopicsParts = {
  readonly marketData: LiveMarketData
  readonly portfolio: Pick<Portfolio, 'watch'>
  readonly clock: Pick<Clock, 'now'>
}

type Followed = { readonly topic: Topic; readonly followers: Set<Follower> }

/** The topics that are followed. One that is not costs nothing: it is made for its first follower. */
export function createTopics(parts: TopicsParts): Topics {
  let seq = newestStoredSeq(parts.marketData)
  const newestSeq = () => seq
  const makers = topicMakers({ ...parts, newestSeq })
  const own = createOwnTopics({ ...parts, newestSeq })
  const followed = new Map<string, Followed>()
  let round = 0

  function open(name: string): Followed | undefined {
    const make = makers.get(name)
    if (make === undefined) return undefined
    const opened = { topic: make(), followers: new Set<Follower>() }
    followed.set(name, opened)
    return opened
  }
  return {
    isKnown: (name) => isPrivateTopic(name) || makers.has(name),
    join(name, follower) {
      if (isPrivateTopic(name)) return own.join(name, follower)
      const joined = followed.get(name) ?? open(name)
      joined?.followers.add(follower)
      return joined?.topic
    },
    leave(name, follower) {
      if (isPrivateTopic(name)) return own.leave(name, follower)
      const left = followed.get(name)
      left?.followers.delete(follower)
      if (left?.followers.size === 0) followed.delete(name)
    },
    marketEvent(event) {
      seq = event.seq
      for (const { topic } of followed.values()) topic.marketEvent(event)
    },
    accountChanged: own.accountChanged,
    prepare() {
      for (const { topic } of followed.values()) topic.prepare()
      own.prepare()
      round += 1
    },
    round: () => round,
    newestSeq,
  }
}

function newestStoredSeq({ markets, view }: LiveMarketData): number {
  return Math.max(0, ...markets.map(({ id }) => view(id)?.quote?.seq ?? 0))
}

/** By their full names: a code may have dots in it, so that a name cannot be taken apart. */
function topicMakers(parts: DayMarketParts): ReadonlyMap<string, () => Topic> {
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
