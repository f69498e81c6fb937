import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Call, CallRequest } from '#browser/calls/call-request.ts'
import type { LiveState } from '#browser/live/reconnecting-connection.ts'
import { createFakeTimers } from '#browser/platform/fake-timers.ts'
import { createValueStore } from '#browser/platform/value-store.ts'
import { storedText } from '#browser/storage/stored-text.ts'
import { quoteRow, tradeItem } from '#test/web/market-fixtures.ts'
import type { Push } from '#web/live/topics.ts'
import { fetchTimeoutMs } from '#web/markets/market-list.ts'
import { createMarkets, refreshBounds } from '#web/markets/markets.ts'

type Waiting = { readonly name: string; readonly answer: (data: unknown) => void; readonly fail: () => void }

/** Calls that the test answers. Aborted calls reject, as real ones do. */
function fakeCalls() {
  const waiting: Waiting[] = []
  const call = (({ path, signal }: CallRequest) =>
    new Promise<unknown>((answer, refuse) => {
      const fail = () => refuse(new Error('failed'))
      signal?.addEventListener('abort', fail)
      waiting.push({ name: path.split('/').at(-1) ?? '', answer, fail })
    })) as Call
  const next = (name: string) => {
    const at = waiting.findIndex((one) => one.name === name)
    const [found] = at < 0 ? [] : waiting.splice(at, 1)
    assert.ok(found !== undefined, `${name} was not requested`)
    return found
  }
  return { call, next, names: () => waiting.map(({ name }) => name) }
}

function fakeLive() {
  const state = createValueStore<LiveState>('up')
  const handlers = new Set<(push: Push<never>) => void>()
  const reconnects = new Set<() => void>()
  return {
    state,
    subscribe<Data>(topic: string, handler: (push: Push<Data>) => void) {
      assert.equal(topic, 'DAY_MARKET')
      handlers.add(handler)
      return () => void handlers.delete(handler)
    },
    onReconnect(handler: () => void) {
      reconnects.add(handler)
      return () => void reconnects.delete(handler)
    },
    push(data: unknown) {
      for (const handler of handlers) handler({ data, snapshot: false } as Push<never>)
    },
    reconnect() {
      state.set('up')
      for (const handler of reconnects) handler()
    },
    subscribers: () => handlers.size,
  }
}

function createFixture() {
  const calls = fakeCalls()
  const live = fakeLive()
  const timers = createFakeTimers()
  const languages = new Set<() => void>()
  const markets = createMarkets({
    call: calls.call,
    live,
    timers,
    random: () => 0.5,
    now: timers.now,
    nextFrame: (run) => timers.after(16, run),
    onLanguage: (handler) => languages.add(handler),
    stored: storedText(undefined, 'market'),
  })
  const answerAll = async (items = [tradeItem()]) => {
    calls.next('trade_list').answer(items)
    calls.next('getCategories').answer([{ Id: 1, NameShowTrans: 'Forex majors' }])
    calls.next('abbreviated_cache_kline').answer({ 1: [1, 2, 3] })
    await settled()
  }
  return {
    calls,
    live,
    timers,
    markets,
    answerAll,
    chooseLanguage() {
      for (const notify of languages) notify()
    },
  }
}

/** Lets promises settle. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

const three = ['trade_list', 'getCategories', 'abbreviated_cache_kline']
const nameOf = ({ list }: ReturnType<typeof createMarkets>) => list.getSnapshot().markets[0]?.name

describe('refresh', () => {
  test('fetches list, categories and sparklines in parallel', async () => {
    const { calls, markets, answerAll } = createFixture()
    assert.equal(markets.list.getSnapshot().status, 'loading')
    const refreshed = markets.refresh()
    assert.deepEqual(calls.names(), three)
    await answerAll()
    await refreshed
    const { status, categories } = markets.list.getSnapshot()
    assert.deepEqual([status, nameOf(markets)], ['ready', 'Euro / US Dollar'])
    assert.deepEqual(categories, [{ id: 1, name: 'Forex majors' }])
    assert.deepEqual(markets.sparkline(1).getSnapshot(), [1, 2, 3])
    assert.equal(markets.quote(1).getSnapshot()?.bid, 1.0842)
    assert.equal(markets.selected.getSnapshot(), 1)
  })

  test('joins a running fetch', async () => {
    const { calls, markets, answerAll } = createFixture()
    const both = Promise.all([markets.refresh(), markets.refresh()])
    assert.equal(calls.names().length, 3)
    await answerAll()
    await both
    void markets.refresh()
    assert.deepEqual(calls.names(), three)
  })

  test('reports a failure while nothing is loaded, and can be repeated', async () => {
    const { calls, markets, answerAll } = createFixture()
    const refreshed = markets.refresh()
    calls.next('getCategories').fail()
    for (const name of ['trade_list', 'abbreviated_cache_kline']) calls.next(name).answer([])
    await refreshed
    assert.equal(markets.list.getSnapshot().status, 'failed')
    void markets.refresh()
    assert.equal(markets.list.getSnapshot().status, 'loading')
    await answerAll()
    assert.equal(markets.list.getSnapshot().status, 'ready')
  })

  test('keeps the loaded list on a later failure', async () => {
    const { calls, markets, answerAll } = createFixture()
    void markets.refresh()
    await answerAll()
    const before = markets.list.getSnapshot()
    const refreshed = markets.refresh()
    for (const name of three) calls.next(name).fail()
    await refreshed
    assert.equal(markets.list.getSnapshot(), before)
    assert.deepEqual(markets.sparkline(1).getSnapshot(), [1, 2, 3])
  })

  test('succeeds without sparklines', async () => {
    const { calls, markets } = createFixture()
    const refreshed = markets.refresh()
    calls.next('abbreviated_cache_kline').fail()
    calls.next('trade_list').answer([tradeItem()])
    calls.next('getCategories').answer([])
    await refreshed
    assert.equal(markets.list.getSnapshot().status, 'ready')
  })

  test('fails after the timeout', async () => {
    const { markets, timers } = createFixture()
    const refreshed = markets.refresh()
    timers.advance(fetchTimeoutMs)
    await refreshed
    assert.equal(markets.list.getSnapshot().status, 'failed')
    assert.deepEqual(timers.pending(), [])
  })

  test('starts again in another language and ignores the old answer', async () => {
    const { calls, markets, answerAll, chooseLanguage } = createFixture()
    chooseLanguage()
    assert.deepEqual(calls.names(), [])
    void markets.refresh()
    calls.next('trade_list').answer([tradeItem()])
    chooseLanguage()
    calls.next('getCategories').answer([])
    calls.next('abbreviated_cache_kline').answer({})
    await settled()
    assert.equal(markets.list.getSnapshot().status, 'loading')
    await answerAll([tradeItem({ Name: '歐元兌美元' })])
    assert.equal(nameOf(markets), '歐元兌美元')
  })
})

describe('watch', () => {
  test('subscribes once for all watchers, until the last one stops', () => {
    const { live, markets } = createFixture()
    const stops = [markets.watch(), markets.watch()]
    assert.equal(live.subscribers(), 1)
    stops[0]?.()
    stops[0]?.()
    assert.equal(live.subscribers(), 1)
    stops[1]?.()
    assert.equal(live.subscribers(), 0)
    markets.watch()
    assert.equal(live.subscribers(), 1)
  })

  test('applies pushed quotes and ignores malformed pushes', () => {
    const { live, markets } = createFixture()
    markets.watch()
    live.push([quoteRow({ Bid: 1.5 })])
    live.push(null)
    live.push({})
    assert.equal(markets.quote(1).getSnapshot()?.bid, 1.5)
  })

  test('fetches everything again after a reconnect and aborts a running fetch', async () => {
    const { calls, live, markets, answerAll } = createFixture()
    const stopWatching = markets.watch()
    void markets.refresh()
    await answerAll()
    void markets.refresh()
    live.reconnect()
    await settled()
    assert.equal(calls.names().length, 6)
    stopWatching()
    live.reconnect()
    assert.equal(calls.names().length, 6)
  })

  test('fetches again when the connection comes up after a failed first fetch', async () => {
    const { calls, live, markets, answerAll } = createFixture()
    live.state.set('down')
    markets.watch()
    const refreshed = markets.refresh()
    for (const name of three) calls.next(name).fail()
    await refreshed
    live.state.set('connecting')
    assert.deepEqual(calls.names(), [])
    live.state.set('up')
    await answerAll()
    assert.equal(markets.list.getSnapshot().status, 'ready')
  })

  test('fetches the list after a market has closed, and every ten minutes', async () => {
    const { calls, live, timers, markets } = createFixture()
    const stopWatching = markets.watch()
    live.push([quoteRow()])
    timers.advance(refreshBounds.everyMs)
    assert.deepEqual(calls.names(), three)
    timers.advance(fetchTimeoutMs)
    await settled()
    live.push([quoteRow({ MarketStatus: 0 })])
    timers.advance(refreshBounds.closedMs / 2)
    assert.equal(calls.names().length, 6)
    timers.advance(fetchTimeoutMs)
    await settled()
    stopWatching()
    assert.deepEqual(timers.pending(), [])
  })
})
