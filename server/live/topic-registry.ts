import { dayMarketTopic, isPrivateTopic, klineTopics, supportTopic } from '#contract/live.ts'
import { periods } from '#core/candle/period.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { AccountChanged } from '#server/engine/engine.ts'
import { createCandleTopic } from '#server/live/candle-topic.ts'
import { createDayMarketTopic, type DayMarketParts } from '#server/live/day-market-topic.ts'
import { encodeFrame } from '#server/live/encode-frame.ts'
import type { LiveMarketData, LiveSupport } from '#server/live/live-parts.ts'
import { createPrivateTopics } from '#server/live/private-topics.ts'
import type { SocketTopics } from '#server/live/socket-topics.ts'
import { createSupportTopics, ownerOf } from '#server/live/support-topic.ts'
import type { Subscriber, Topic } from '#server/live/topic.ts'
import type { PastFilled } from '#server/market-data/market-data.ts'
import type { Notices } from '#server/notices/notices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { TranslatorFor } from '#server/platform/translators.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

export type TopicRegistry = SocketTopics & {
  readonly onMarketEvent: (event: MarketEvent) => void
  readonly onPastFilled: (filled: PastFilled) => void
  readonly onAccountChanged: (change: AccountChanged) => void
  readonly onNoticesChanged: (userIds: readonly number[] | undefined) => void
}

export type TopicRegistryParts = {
  readonly marketData: LiveMarketData
  readonly portfolio: Pick<Portfolio, 'subscribe' | 'orderFigures'>
  readonly notices: Pick<Notices, 'states' | 'added'>
  readonly translatorFor: TranslatorFor
  readonly timers: Pick<Timers, 'after'>
  readonly log: Pick<Log, 'error'>
  readonly clock: Pick<Clock, 'now'>
  readonly support: { readonly feed: Pick<LiveSupport['feed'], 'watchOwn'> }
}

type ActiveTopic = { readonly topic: Topic; readonly subscribers: Set<Subscriber> }

/** Topics with subscribers. A topic is created for its first subscriber and dropped with its last. */
export function createTopicRegistry(parts: TopicRegistryParts): TopicRegistry {
  let seq = newestStoredSeq(parts.marketData)
  const newestSeq = () => seq
  const fills = new Map<number, number>()
  const fillsOf = (marketId: number) => fills.get(marketId) ?? 0
  const factories = topicFactories({ ...parts, newestSeq, fillsOf })
  const privateTopics = createPrivateTopics({ ...parts, markets: parts.marketData.markets, newestSeq })
  const supportTopics = createSupportTopics({ ...parts, frameOf: stampedFrame })
  const active = new Map<string, ActiveTopic>()
  let flushCount = 0

  function stampedFrame(topic: string, data: string, sentSeq: number, isSnapshot: boolean): Buffer {
    const stamp = `"QuoteSeq":${Math.min(newestSeq(), sentSeq)},"Now":${parts.clock.now()}`
    return encodeFrame(`{"topic":"${topic}","data":${data},${stamp}${isSnapshot ? ',"snapshot":true' : ''}}`)
  }
  function open(name: string): ActiveTopic | undefined {
    const create = factories.get(name)
    if (create === undefined) return undefined
    const opened = { topic: create(), subscribers: new Set<Subscriber>() }
    active.set(name, opened)
    return opened
  }
  return {
    isKnown: (name) => isPrivateTopic(name) || factories.has(name),
    isPrivate: isPrivateTopic,
    accessOf(name, identity) {
      const isAllowed = name === supportTopic ? ownerOf(identity) !== undefined : identity?.kind === 'user'
      return !isPrivateTopic(name) || isAllowed ? 'allowed' : 'login_needed'
    },
    subscribe(name, subscriber) {
      if (name === supportTopic) return supportTopics.subscribe(subscriber)
      if (isPrivateTopic(name)) return privateTopics.subscribe(name, subscriber)
      const found = active.get(name) ?? open(name)
      found?.subscribers.add(subscriber)
      return found?.topic
    },
    unsubscribe(name, subscriber) {
      if (name === supportTopic) return supportTopics.unsubscribe(subscriber)
      if (isPrivateTopic(name)) return privateTopics.unsubscribe(name, subscriber)
      const found = active.get(name)
      found?.subscribers.delete(subscriber)
      if (found?.subscribers.size === 0) active.delete(name)
    },
    onMarketEvent(event) {
      seq = event.seq
      for (const { topic } of active.values()) topic.onMarketEvent(event)
    },
    onPastFilled({ marketId }) {
      fills.set(marketId, fillsOf(marketId) + 1)
      for (const { topic } of active.values()) topic.onPastFilled?.(marketId)
    },
    onAccountChanged: privateTopics.onAccountChanged,
    onNoticesChanged: privateTopics.onNoticesChanged,
    prepareFlush() {
      for (const { topic } of active.values()) topic.prepareFlush()
      privateTopics.prepareFlush()
      flushCount += 1
    },
    flushCount: () => flushCount,
    newestSeq,
  }
}

function newestStoredSeq({ markets, view }: LiveMarketData): number {
  return Math.max(0, ...markets.map(({ id }) => view(id)?.quote?.seq ?? 0))
}

/** Keyed by full topic name: market codes may contain dots, so names cannot be split. */
function topicFactories(
  parts: DayMarketParts & { readonly fillsOf: (marketId: number) => number },
): ReadonlyMap<string, () => Topic> {
  const { marketData, fillsOf } = parts
  const factories = new Map<string, () => Topic>()
  for (const market of marketData.markets) {
    const fills = () => fillsOf(market.id)
    for (const period of periods) {
      for (const name of klineTopics(market.code, period)) {
        factories.set(name, () => createCandleTopic({ name, market, period, marketData, fills }))
      }
    }
  }
  factories.set(dayMarketTopic, () => createDayMarketTopic(parts))
  return factories
}
