import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTopics } from '#server/live/topics.ts'
import { createFakeMarketData } from '#test/live/fake-market-data.ts'

/** Counts what is asked of the market data. */
function countingTopics() {
  const market = createFakeMarketData(['EURUSD', 'GBPUSD'])
  const asked = { views: 0, candles: 0 }
  const topics = createTopics({
    ...market.marketData,
    view(id) {
      asked.views += 1
      return market.marketData.view(id)
    },
    currentCandle(id, period) {
      asked.candles += 1
      return market.marketData.currentCandle(id, period)
    },
  })
  market.onMarketEvent(topics.marketEvent)
  return { market, topics, asked }
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
  for (const name of names) assert.equal(topics.join(name)?.name, name)
  assert.equal(topics.join('KLINE.EURUSD')?.name, 'KLINE.EURUSD')
  topics.leave('KLINE.EURUSD')
  moveAndFlush(1)
  assert.deepEqual(asked, { views: 1, candles: 4 })
  for (const name of names) topics.leave(name)
  for (const name of names) topics.leave(name)
  moveAndFlush(2)
  assert.deepEqual(asked, { views: 1, candles: 4 })
})

test('a row is made once, however many ticks there were and however many ask for it', () => {
  const { market, topics, asked } = countingTopics()
  const topic = topics.join('DAY_MARKET')
  topics.join('DAY_MARKET')
  for (let step = 0; step < 10; step++) market.quote('EURUSD', 100_000 + step, step)
  topics.prepare()
  assert.equal(topic?.news()[0]?.frame, topic?.news()[0]?.frame)
  assert.equal(asked.views, 1)
  assert.equal(topic?.whole()[0]?.frame, topic?.whole()[0]?.frame)
  // The other market was looked at for the first time.
  assert.equal(asked.views, 2)
})

test('a name nobody knows is no topic', () => {
  const { topics } = countingTopics()
  assert.equal(topics.join('KLINE.NOBODY'), undefined)
  topics.leave('KLINE.NOBODY')
})
