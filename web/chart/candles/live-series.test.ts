import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { PlainCandle } from '#contract/market-from-wire.ts'
import { minuteMs } from '#core/candle/period.ts'
import {
  applyNewestPage,
  applyOlderPage,
  applyPush,
  beginFetch,
  type CandlePush,
  type CandleSeries,
  emptyLiveCandles,
  failFetch,
  invalidate,
  type LiveCandles,
} from '#web/chart/candles/candle-series.ts'

/** How many periods after the one before it a candle begins, and how many quotes it gets. */
type Plan = readonly { readonly after: number; readonly quotes: number }[]

const plans = fc.array(
  fc.record({ after: fc.constantFrom(1, 1, 1, 2, 5), quotes: fc.integer({ min: 1, max: 4 }) }),
  {
    minLength: 1,
    maxLength: 25,
    size: 'max',
  },
)

const steps = [
  'quote',
  'quote',
  'push',
  'hear',
  'hear',
  'ask',
  'serve',
  'deliver',
  'lose the answer',
  'reconnect',
  'older',
  'deliver older',
] as const

/** Small pages, so that a short plan has many of them, and gaps that a page does not bridge. */
const pageLength = 4

/** A server, a client, and between them a socket that keeps its order and answers that take their time. */
function createScene(plan: Plan) {
  const states = quotesOf(plan)
  let quoteCount = 0
  let client: LiveCandles = emptyLiveCandles
  let socket: CandlePush[] = []
  /** How many quotes the socket has told of: the end of a candle is never left out. */
  let told = 0
  let page: { served?: CandleSeries } | undefined
  let olderPage: { readonly before: number; readonly candles: CandleSeries } | undefined

  const known = () => [
    ...new Map(states.slice(0, quoteCount).map((state) => [state.startMs, state])).values(),
  ]
  const pushNews = () => {
    const ends = states.slice(told, quoteCount).filter(isEnd)
    for (const candle of ends) socket.push({ candle, snapshot: false })
    told = quoteCount
  }
  const isEnd = (state: PlainCandle) =>
    state.startMs !== states[states.indexOf(state) + 1]?.startMs || state === states[quoteCount - 1]
  const moves: Readonly<Record<(typeof steps)[number], () => void>> = {
    quote() {
      quoteCount = Math.min(states.length, quoteCount + 1)
    },
    push: pushNews,
    hear() {
      const pushed = socket.shift()
      if (pushed !== undefined) client = applyPush(client, pushed, '1min')
    },
    ask() {
      if (!client.needsPage || client.isFetching) return
      client = beginFetch(client)
      page = {}
    },
    serve() {
      if (page !== undefined) page.served ??= known().slice(-pageLength)
    },
    deliver() {
      if (page?.served === undefined) return
      client = applyNewestPage(client, page.served, '1min')
      page = undefined
    },
    'lose the answer'() {
      if (page === undefined) return
      client = failFetch(client)
      page = undefined
    },
    reconnect() {
      socket = []
      client = invalidate(client)
      const candle = known().at(-1)
      if (candle !== undefined) socket.push({ candle, snapshot: true })
      told = quoteCount
    },
    older() {
      const before = client.candles[0]?.startMs
      if (before === undefined || !client.hasOlder || olderPage !== undefined) return
      olderPage = {
        before,
        candles: known()
          .filter(({ startMs }) => startMs < before)
          .slice(-3),
      }
    },
    'deliver older'() {
      if (olderPage !== undefined) client = applyOlderPage(client, olderPage.before, olderPage.candles)
      olderPage = undefined
    },
  }
  return {
    moves,
    known,
    client: () => client,
    isQuiet: () => socket.length === 0 && !client.needsPage && !client.isFetching,
  }
}

/** Every state of every candle, one for each quote. */
function quotesOf(plan: Plan): CandleSeries {
  let minute = 0
  return plan.flatMap(({ after, quotes }) => {
    minute += after
    const startMs = minute * minuteMs
    return Array.from({ length: quotes }, (_, quote) => ({
      startMs,
      open: minute,
      high: minute + quote,
      low: minute,
      close: minute + quote,
      volume: quote + 1,
    }))
  })
}

const startsOf = (series: CandleSeries) => series.map(({ startMs }) => startMs)

/** The part of the server's list that the client should have: from its own first candle on. */
function fromTheSameStart(full: CandleSeries, series: CandleSeries): CandleSeries {
  const at = full.findIndex(({ startMs }) => startMs === series[0]?.startMs)
  return at === -1 ? [] : full.slice(at)
}

test('whatever the order in which pages and pushes arrive, nothing is ever missing in between', () => {
  const property = fc.property(
    plans,
    fc.array(fc.constantFrom(...steps), { maxLength: 300, size: 'max' }),
    (plan, order) => {
      const scene = createScene(plan)
      for (const step of order) {
        scene.moves[step]()
        const starts = startsOf(scene.client().candles)
        const there = startsOf(fromTheSameStart(scene.known(), scene.client().candles))
        assert.deepEqual(starts, there.slice(0, starts.length), `after ${step}`)
      }
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test('once all has arrived it is the full list of the server, last states included', () => {
  const property = fc.property(
    plans,
    fc.array(fc.constantFrom(...steps), { maxLength: 300, size: 'max' }),
    (plan, order) => {
      const scene = createScene(plan)
      for (const step of order) scene.moves[step]()
      const settle = () => {
        // What is still in the socket, and for each of its candles at most a page and a tail.
        for (let round = 0; round < 2 * order.length + 8 && !scene.isQuiet(); round += 1) {
          for (const step of ['hear', 'ask', 'serve', 'deliver'] as const) scene.moves[step]()
        }
      }
      scene.moves.push()
      settle()
      for (let round = 0; round <= plan.length && scene.client().hasOlder; round += 1) {
        scene.moves['deliver older']()
        scene.moves.older()
      }
      assert.deepEqual(scene.client().candles, scene.known())
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test('a series that nothing is known of lacks a page, and nothing once it is there', () => {
  assert.equal(emptyLiveCandles.needsPage, true)
  const asked = beginFetch(emptyLiveCandles)
  assert.deepEqual([asked.isFetching, asked.needsPage], [true, false])
  const empty = applyNewestPage(asked, [], '1min')
  assert.deepEqual([empty.isFetching, empty.needsPage, empty.hasOlder], [false, false, false])
  assert.equal(failFetch(asked).needsPage, true)
})

describe('once a page is there', () => {
  const [first, second, third, , fifth] = quotesOf([1, 1, 1, 1, 1].map((after) => ({ after, quotes: 1 })))
  assert.ok(first && second && third && fifth)
  const loaded = applyNewestPage(beginFetch(emptyLiveCandles), [first, second], '1min')
  const lacksAfter = (candle: PlainCandle, snapshot: boolean) =>
    applyPush(loaded, { candle, snapshot }, '1min').needsPage

  test('pushes that go on from it lack nothing', () => {
    assert.equal(lacksAfter({ ...second, volume: 2 }, false), false)
    assert.equal(lacksAfter({ ...second, volume: 2 }, true), false)
    assert.equal(lacksAfter(third, false), false)
  })

  test('a push that skips a period lacks what may be between', () => {
    assert.equal(lacksAfter(fifth, false), true)
  })

  test('a snapshot of the next candle lacks the end of the last one', () => {
    assert.equal(lacksAfter(third, true), true)
  })

  test('a break lacks whatever happened in it', () => {
    assert.equal(invalidate(loaded).needsPage, true)
  })

  test('a snapshot that fits the page it came before lacks nothing', () => {
    const heard = applyPush(beginFetch(emptyLiveCandles), { candle: second, snapshot: true }, '1min')
    assert.equal(heard.needsPage, false)
    assert.equal(applyNewestPage(heard, [first, second], '1min').needsPage, false)
  })

  test('a candle that began unseen while the page was fetched still lacks the end of the last one', () => {
    const snapshot = applyPush(beginFetch(emptyLiveCandles), { candle: third, snapshot: true }, '1min')
    const pushed = applyPush(snapshot, { candle: { ...third, volume: 2 }, snapshot: false }, '1min')
    assert.equal(applyNewestPage(pushed, [first, second], '1min').needsPage, true)
    assert.equal(applyNewestPage(pushed, [first, second, third], '1min').needsPage, false)
  })
})
