import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PlainCandle } from '#contract/market-from-wire.ts'
import { minuteMs } from '#core/candle/period.ts'
import { fc } from '#test/fast-check.ts'
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

/** For each candle, the number of periods since the previous candle, and its number of quotes. */
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
  'receive',
  'receive',
  'fetch',
  'serve',
  'deliver',
  'lose answer',
  'reconnect',
  'older',
  'deliver older',
] as const

/** Small pages, so that a short plan has several pages and gaps longer than a page. */
const pageLength = 4

/** A server and a client, with an ordered socket and delayed answers between them. */
function createSimulation(plan: Plan) {
  const states = quotesOf(plan)
  let quoteCount = 0
  let client: LiveCandles = emptyLiveCandles
  let socket: CandlePush[] = []
  /** Number of quotes covered by pushes. A push may skip states of a candle, but never the final one. */
  let pushed = 0
  let page: { served?: CandleSeries } | undefined
  let olderPage: { readonly before: number; readonly candles: CandleSeries } | undefined

  const known = () => [
    ...new Map(states.slice(0, quoteCount).map((state) => [state.startMs, state])).values(),
  ]
  const pushStates = () => {
    const ends = states.slice(pushed, quoteCount).filter(isEnd)
    for (const candle of ends) socket.push({ candle, snapshot: false })
    pushed = quoteCount
  }
  const isEnd = (state: PlainCandle) =>
    state.startMs !== states[states.indexOf(state) + 1]?.startMs || state === states[quoteCount - 1]
  const moves: Readonly<Record<(typeof steps)[number], () => void>> = {
    quote() {
      quoteCount = Math.min(states.length, quoteCount + 1)
    },
    push: pushStates,
    receive() {
      const push = socket.shift()
      if (push !== undefined) client = applyPush(client, push, '1min')
    },
    fetch() {
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
    'lose answer'() {
      if (page === undefined) return
      client = failFetch(client)
      page = undefined
    },
    reconnect() {
      socket = []
      client = invalidate(client)
      const candle = known().at(-1)
      if (candle !== undefined) socket.push({ candle, snapshot: true })
      pushed = quoteCount
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

/** Every state of every candle, one per quote. */
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

/** The server's candles from the client's first candle on. */
function fromTheSameStart(full: CandleSeries, series: CandleSeries): CandleSeries {
  const at = full.findIndex(({ startMs }) => startMs === series[0]?.startMs)
  return at === -1 ? [] : full.slice(at)
}

test('has no gap for any order of pages and pushes', () => {
  const property = fc.property(
    plans,
    fc.array(fc.constantFrom(...steps), { maxLength: 300, size: 'max' }),
    (plan, order) => {
      const simulation = createSimulation(plan)
      for (const step of order) {
        simulation.moves[step]()
        const starts = startsOf(simulation.client().candles)
        const there = startsOf(fromTheSameStart(simulation.known(), simulation.client().candles))
        assert.deepEqual(starts, there.slice(0, starts.length), `after ${step}`)
      }
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test("equals the server's candles once everything has arrived", () => {
  const property = fc.property(
    plans,
    fc.array(fc.constantFrom(...steps), { maxLength: 300, size: 'max' }),
    (plan, order) => {
      const simulation = createSimulation(plan)
      for (const step of order) simulation.moves[step]()
      const settle = () => {
        // Each push left in the socket needs at most two rounds: one to receive it, one to fetch a page.
        for (let round = 0; round < 2 * order.length + 8 && !simulation.isQuiet(); round += 1) {
          for (const step of ['receive', 'fetch', 'serve', 'deliver'] as const) simulation.moves[step]()
        }
      }
      simulation.moves.push()
      settle()
      for (let round = 0; round <= plan.length && simulation.client().hasOlder; round += 1) {
        simulation.moves['deliver older']()
        simulation.moves.older()
      }
      assert.deepEqual(simulation.client().candles, simulation.known())
    },
  )
  fc.assert(property, { numRuns: 500 })
})

test('needs a page at first, and none after it arrived', () => {
  assert.equal(emptyLiveCandles.needsPage, true)
  const fetching = beginFetch(emptyLiveCandles)
  assert.deepEqual([fetching.isFetching, fetching.needsPage], [true, false])
  const empty = applyNewestPage(fetching, [], '1min')
  assert.deepEqual([empty.isFetching, empty.needsPage, empty.hasOlder], [false, false, false])
  assert.equal(failFetch(fetching).needsPage, true)
})

describe('after the first page', () => {
  const [first, second, third, , fifth] = quotesOf([1, 1, 1, 1, 1].map((after) => ({ after, quotes: 1 })))
  assert.ok(first && second && third && fifth)
  const loaded = applyNewestPage(beginFetch(emptyLiveCandles), [first, second], '1min')
  const needsPageAfter = (candle: PlainCandle, snapshot: boolean) =>
    applyPush(loaded, { candle, snapshot }, '1min').needsPage

  test('adjacent pushes need no page', () => {
    assert.equal(needsPageAfter({ ...second, volume: 2 }, false), false)
    assert.equal(needsPageAfter({ ...second, volume: 2 }, true), false)
    assert.equal(needsPageAfter(third, false), false)
  })

  test('a push that skips a period needs a page', () => {
    assert.equal(needsPageAfter(fifth, false), true)
  })

  test('a snapshot of the next candle needs a page', () => {
    assert.equal(needsPageAfter(third, true), true)
  })

  test('a disconnect needs a page', () => {
    assert.equal(invalidate(loaded).needsPage, true)
  })

  test('a snapshot covered by the next page needs no further page', () => {
    const waiting = applyPush(beginFetch(emptyLiveCandles), { candle: second, snapshot: true }, '1min')
    assert.equal(waiting.needsPage, false)
    assert.equal(applyNewestPage(waiting, [first, second], '1min').needsPage, false)
  })

  test('a candle that started unseen during the fetch needs a page unless the page includes it', () => {
    const snapshot = applyPush(beginFetch(emptyLiveCandles), { candle: third, snapshot: true }, '1min')
    const updated = applyPush(snapshot, { candle: { ...third, volume: 2 }, snapshot: false }, '1min')
    assert.equal(applyNewestPage(updated, [first, second], '1min').needsPage, true)
    assert.equal(applyNewestPage(updated, [first, second, third], '1min').needsPage, false)
  })
})
