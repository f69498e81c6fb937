import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOwnTradesTopic } from '#server/live/own-trades-topic.ts'
import type { Push } from '#server/live/topic.ts'
import { createFakePortfolio } from '#test/live/fake-portfolio.ts'
import type { Frame } from '#test/live/live-client.ts'

/** A follower that may be told every sequence. */
const latest = Number.POSITIVE_INFINITY

function ownTopic() {
  const own = createFakePortfolio()
  const topic = createOwnTradesTopic({
    watcher: own.portfolio.watch(1),
    clock: { now: () => 1_790_000_000_000 },
  })
  return { own, topic }
}

function frameOf({ frame }: Push): Frame {
  return JSON.parse(frame.toString('utf8', frame.length < 128 ? 2 : 4))
}

function figuresOf(pushes: readonly Push[]): readonly (readonly unknown[])[] {
  return pushes.map(frameOf).map(({ data, snapshot }) => {
    const { ProfitsTotal, QuoteSeq } = data as Frame
    return snapshot === true ? [ProfitsTotal, QuoteSeq, 'snapshot'] : [ProfitsTotal, QuoteSeq]
  })
}

test('tells every field of the wire', () => {
  const { own, topic } = ownTopic()
  own.show(1, -1_500_000, 9)
  const [push] = topic.whole(latest)
  assert.ok(push !== undefined)
  assert.deepEqual(frameOf(push), {
    topic: 'FOREX_TRADE',
    data: {
      ...{ ProfitsTotal: '-1.500000', HazardRate: null, CautionMoneyAll: '0.000000' },
      ...{ NetValue: '-1.500000', MidNetValue: '-1.500000' },
      ...{
        Balance: '0.000000',
        Locked: '0.000000',
        Available: '-1.500000',
        PrepaymentRatio: null,
        TransOrder: [],
      },
      ...{ QuoteSeq: 9, OrdersMark: '0badcafe', Notice: null },
    },
    QuoteSeq: 9,
    Now: 1_790_000_000_000,
    snapshot: true,
  })
})

test('there is nothing to show before the account is read; the first figures are the snapshot then', () => {
  const { own, topic } = ownTopic()
  assert.deepEqual(topic.whole(latest), [])
  topic.prepare()
  assert.deepEqual(topic.news(latest), [])
  own.show(1, 1_000_000, 5)
  topic.prepare()
  assert.deepEqual(figuresOf(topic.news(latest)), [['1.000000', 5, 'snapshot']])
  own.show(1, 2_000_000, 6)
  topic.prepare()
  assert.deepEqual(figuresOf(topic.news(latest)), [['2.000000', 6]])
})

test('figures that are the same as before are no news, although later prices came', () => {
  const { own, topic } = ownTopic()
  own.show(1, 1_000_000, 5)
  topic.prepare()
  assert.equal(topic.news(latest).length, 1)
  own.show(1, 1_000_000, 6)
  topic.prepare()
  assert.deepEqual(topic.news(latest), [])
  assert.deepEqual(figuresOf(topic.whole(latest)), [['1.000000', 6, 'snapshot']])
})

test('of many changes between two flushes the last one is told, and it is looked at once in a flush', () => {
  const { own, topic } = ownTopic()
  for (let seq = 1; seq <= 10; seq++) own.show(1, seq * 1_000_000, seq)
  topic.prepare()
  assert.equal(own.asked.count, 0, 'what nobody asks for is not computed')
  const news = topic.news(latest)
  own.show(1, 11_000_000, 11)
  assert.equal(topic.news(latest), news, 'what changes during a flush is told by the next one')
  assert.equal(own.asked.count, 1)
  assert.deepEqual(figuresOf(news), [['10.000000', 10, 'snapshot']])
})

test('whoever has been shown the snapshot is not told the same again; whoever has not is', () => {
  const { own, topic } = ownTopic()
  own.show(1, 1_000_000, 1)
  const [shown] = topic.whole(latest)
  topic.prepare()
  const [told] = topic.news(latest)
  own.show(1, 2_000_000, 2)
  topic.prepare()
  const [next] = topic.news(latest)
  assert.ok(shown !== undefined && told !== undefined && next !== undefined)
  assert.ok(told.at < shown.at && shown.at < next.at)
})

test('a snapshot in the middle of a flush keeps nobody from being told what comes after it', () => {
  const { own, topic } = ownTopic()
  own.show(1, 1_000_000, 1)
  topic.prepare()
  topic.news(latest)
  own.show(1, 2_000_000, 2)
  topic.prepare()
  // One subscribes now, and what the others are told by this flush is settled by it.
  const [shown] = topic.whole(latest)
  own.show(1, 3_000_000, 3)
  assert.deepEqual(figuresOf(topic.news(latest)), [['2.000000', 2]])
  topic.prepare()
  const [next] = topic.news(latest)
  assert.ok(shown !== undefined && next !== undefined)
  assert.deepEqual(figuresOf([next]), [['3.000000', 3]])
  assert.ok(shown.at < next.at)
})

test('a follower that has been sent older prices gets their sequence beside the same figures', () => {
  const { own, topic } = ownTopic()
  own.show(1, 1_000_000, 9)
  topic.prepare()
  const pushes = [latest, 7, 7, 9].map((sentSeq) => topic.news(sentSeq))
  const told = [...pushes.flat(), ...topic.whole(8)].map(frameOf)
  assert.deepEqual(
    told.map(({ QuoteSeq, data }) => [QuoteSeq, (data as Frame)['QuoteSeq']]),
    [9, 7, 7, 9, 8].map((sentSeq) => [sentSeq, 9]),
  )
  assert.equal(pushes[1], pushes[2], 'equal sequences share the bytes')
})

test('lets go of the account when nobody follows it', () => {
  const { own, topic } = ownTopic()
  assert.equal(own.watchersOf(1), 1)
  topic.close()
  assert.equal(own.watchersOf(1), 0)
})
