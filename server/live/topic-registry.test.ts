import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveMarketData } from '#server/live/live-parts.ts'
import type { Follower } from '#server/live/topic.ts'
import { createTopics } from '#server/live/topic-registry.ts'
import { createFakeMarketData } from '#test/live/fake-market-data.ts'
import { createFakePortfolio } from '#test/live/fake-portfolio.ts'

const latest = Number.POSITIVE_INFINITY

function newFollower(userId?: number): Follower {
  return { userId, insist: () => undefined, sentSeq: () => latest }
}

/** Counts what is asked of the market data. */
function countingTopics() {
  const market = createFakeMarketData(['EURUSD', 'GBPUSD'])
  const asked = { views: 0, candles: 0 }
  const own = createFakePortfolio()
  const marketData: LiveMarketData = {
    ...market.marketData,
    view(id) {
      asked.views += 1
      return market.marketData.view(id)
    },
    currentCandle(id, period) {
      asked.candles += 1
      return market.marketData.currentCandle(id, period)
    },
  }
  const topics = createTopics({ marketData, portfolio: own.portfolio, clock: { now: () => 0 } })
  // The stored quotes are read once, for their sequence.
  asked.views = 0
  market.onMarketEvent(topics.marketEvent)
  return { market, own, topics, asked }
}

test('a topic nobody follows costs nothing, also after it was followed', () => {
  const { market, topics, asked } = countingTopics()
  const names = ['DAY_MARKET', 'KLINE.EURUSD', 'KLINE.EURUSD.1day']
  const moveAndFlush = (timeMs: number) => {
    market.quote('EURUSD', 100_000, timeMs)
    topics.prepare()
  }
  moveAndFlush(0)
  assert.deepEqual(asked, { views: 0, candles: 0 })
  const [follower, another] = [newFollower(), newFollower()]
  for (const name of names) assert.equal(topics.join(name, follower)?.name, name)
  assert.equal(topics.join('KLINE.EURUSD', another)?.name, 'KLINE.EURUSD')
  topics.leave('KLINE.EURUSD', another)
  moveAndFlush(1)
  assert.deepEqual(asked, { views: 1, candles: 4 })
  for (const name of names) topics.leave(name, follower)
  for (const name of names) topics.leave(name, follower)
  moveAndFlush(2)
  assert.deepEqual(asked, { views: 1, candles: 4 })
})

test('a row is made once, however many ticks there were and however many ask for it', () => {
  const { market, topics, asked } = countingTopics()
  const topic = topics.join('DAY_MARKET', newFollower())
  topics.join('DAY_MARKET', newFollower())
  for (let step = 0; step < 10; step++) market.quote('EURUSD', 100_000 + step, step)
  topics.prepare()
  assert.equal(topic?.news(latest)[0]?.frame, topic?.news(latest)[0]?.frame)
  assert.equal(asked.views, 1)
  assert.equal(topic?.whole(latest)[0]?.frame, topic?.whole(latest)[0]?.frame)
  // The other market was looked at for the first time.
  assert.equal(asked.views, 2)
})

test('a name nobody knows is no topic', () => {
  const { topics } = countingTopics()
  assert.equal(topics.join('KLINE.NOBODY', newFollower()), undefined)
  topics.leave('KLINE.NOBODY', newFollower())
})

test('a private topic is one user’s own: nobody has none, and no two users have the same', () => {
  const { topics, own } = countingTopics()
  const [one, sameUser, other] = [newFollower(1), newFollower(1), newFollower(2)]
  for (const name of ['FOREX_TRADE', 'FOREX_CLOSED']) {
    assert.equal(topics.join(name, newFollower()), undefined)
    const topic = topics.join(name, one)
    assert.equal(topics.join(name, sameUser), topic)
    assert.notEqual(topics.join(name, other), topic)
  }
  assert.deepEqual([own.watchersOf(1), own.watchersOf(2)], [1, 1])
  topics.leave('FOREX_TRADE', one)
  topics.leave('FOREX_TRADE', one)
  assert.equal(own.watchersOf(1), 1, 'the other socket of this user still follows')
  topics.leave('FOREX_TRADE', sameUser)
  topics.leave('FOREX_TRADE', other)
  assert.deepEqual([own.watchersOf(1), own.watchersOf(2)], [0, 0])
})
