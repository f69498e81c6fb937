import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveMarketData } from '#server/live/live-parts.ts'
import type { Subscriber } from '#server/live/topic.ts'
import { createTopicRegistry } from '#server/live/topic-registry.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createTranslators } from '#server/platform/translators.ts'
import { createFakeMarketData } from '#test/live/fake-market-data.ts'
import { createFakePortfolio } from '#test/live/fake-portfolio.ts'
import { createFakeSupport } from '#test/live/fake-support.ts'
import { noNotices } from '#test/notices/no-notices.ts'

const latest = Number.POSITIVE_INFINITY

function newFollower(userId?: number): Subscriber {
  return {
    ...{ identity: userId === undefined ? undefined : { kind: 'user', userId, key: '' } },
    ...{ userId, language: 'en', queue: () => undefined, sendQueued: () => undefined },
    ...{ sentSeq: () => latest, isBehind: () => false },
  }
}

/** Counts the queries of market data. */
function countingTopics() {
  const market = createFakeMarketData(['EURUSD', 'GBPUSD'])
  const reads = { views: 0, candles: 0 }
  const accounts = createFakePortfolio()
  const marketData: LiveMarketData = {
    ...market.marketData,
    view(id) {
      reads.views += 1
      return market.marketData.view(id)
    },
    currentCandle(id, period) {
      reads.candles += 1
      return market.marketData.currentCandle(id, period)
    },
  }
  const topics = createTopicRegistry({
    ...noNotices,
    marketData,
    portfolio: accounts.portfolio,
    clock: { now: () => 0 },
    translatorFor: createTranslators(),
    timers: systemTimers,
    log: { error: () => assert.fail() },
    ...createFakeSupport(),
  })
  // The registry has read each stored quote once, for its sequence number. Those reads do not count.
  reads.views = 0
  market.onMarketEvent(topics.onMarketEvent)
  return { market, accounts, topics, reads }
}

test('a topic reads no market data before its first subscriber or after its last one has left', () => {
  const { market, topics, reads } = countingTopics()
  const names = ['DAY_MARKET', 'KLINE.EURUSD', 'KLINE.EURUSD.1day']
  const moveAndFlush = (timeMs: number) => {
    market.quote('EURUSD', 100_000, timeMs)
    topics.prepareFlush()
  }
  moveAndFlush(0)
  assert.deepEqual(reads, { views: 0, candles: 0 })
  const [follower, another] = [newFollower(), newFollower()]
  for (const name of names) assert.equal(topics.subscribe(name, follower)?.name, name)
  assert.equal(topics.subscribe('KLINE.EURUSD', another)?.name, 'KLINE.EURUSD')
  topics.unsubscribe('KLINE.EURUSD', another)
  moveAndFlush(1)
  assert.deepEqual(reads, { views: 1, candles: 4 })
  for (const name of names) topics.unsubscribe(name, follower)
  for (const name of names) topics.unsubscribe(name, follower)
  moveAndFlush(2)
  assert.deepEqual(reads, { views: 1, candles: 4 })
})

test('a row is encoded once for any number of ticks and clients', () => {
  const { market, topics, reads } = countingTopics()
  const topic = topics.subscribe('DAY_MARKET', newFollower())
  topics.subscribe('DAY_MARKET', newFollower())
  for (let step = 0; step < 10; step++) market.quote('EURUSD', 100_000 + step, step)
  topics.prepareFlush()
  assert.equal(topic?.updates(latest)[0]?.frame, topic?.updates(latest)[0]?.frame)
  assert.equal(reads.views, 1)
  assert.equal(topic?.snapshot(latest)[0]?.frame, topic?.snapshot(latest)[0]?.frame)
  // The snapshot also needs GBPUSD, which is read for the first time.
  assert.equal(reads.views, 2)
})

test('an unknown name is not a topic', () => {
  const { topics } = countingTopics()
  assert.equal(topics.subscribe('KLINE.NOBODY', newFollower()), undefined)
  topics.unsubscribe('KLINE.NOBODY', newFollower())
})

test('each user has their own private topic, and a client without login has none', () => {
  const { topics, accounts } = countingTopics()
  const [one, sameUser, other] = [newFollower(1), newFollower(1), newFollower(2)]
  for (const name of ['FOREX_TRADE', 'FOREX_CLOSED']) {
    assert.equal(topics.subscribe(name, newFollower()), undefined)
    const topic = topics.subscribe(name, one)
    assert.equal(topics.subscribe(name, sameUser), topic)
    assert.notEqual(topics.subscribe(name, other), topic)
  }
  assert.deepEqual([accounts.subscriberCount(1), accounts.subscriberCount(2)], [1, 1])
  topics.unsubscribe('FOREX_TRADE', one)
  topics.unsubscribe('FOREX_TRADE', one)
  assert.equal(accounts.subscriberCount(1), 1, 'the other socket of this user still follows')
  topics.unsubscribe('FOREX_TRADE', sameUser)
  topics.unsubscribe('FOREX_TRADE', other)
  assert.deepEqual([accounts.subscriberCount(1), accounts.subscriberCount(2)], [0, 0])
})
