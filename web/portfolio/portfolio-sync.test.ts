import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccountPush } from '#contract/live.ts'
import { fc } from '#test/fast-check.ts'
import { createSyncFixture as createFixture, settled } from '#test/web/portfolio-sync-harness.ts'
import { amountsAt, dealAt, orderOf, pushAt } from '#test/wire/account-fixtures.ts'
import type { PortfolioState } from '#web/portfolio/portfolio-types.ts'
import { fetchTimeoutMs, firstRetryMs } from '#web/portfolio/refetcher.ts'

/** Sorts by version, then by prices. */
const ageOf = ({ version, quoteSeq }: { version: number; quoteSeq: number }) => `${version} ${quoteSeq}`

const push = (data: AccountPush) => ['FOREX_TRADE', data] as const

describe('funds and figures', () => {
  test('come from the lists, then from pushes', async () => {
    const { receive, sync, getState, answer, requests } = createFixture()
    void sync.refresh()
    await answer(7, { open: [orderOf(4)] })
    assert.deepEqual(getState().funds, { kind: 'known', amounts: amountsAt(7) })
    assert.deepEqual(getState().figures.get(4), { closingPrice: '1.08427', profit: '-4.000000' })
    receive(...push(pushAt(8, { ProfitsTotal: '36.000000' }, { 4: '36.000000' })))
    assert.deepEqual(getState().funds, { kind: 'known', amounts: amountsAt(8, { profit: '36.000000' }) })
    assert.deepEqual(getState().figures.get(4), { closingPrice: '1.08500', profit: '36.000000' })
    assert.deepEqual(
      requests.map(({ input }) => input),
      [1, 0].map((status) => ({ status, page: 1, limit: 100 })),
    )
  })

  test('are never replaced by older ones of a list or push', async () => {
    const { receive, sync, getState, answer } = createFixture()
    receive(...push(pushAt(9, {}, { 4: '9.000000' })))
    void sync.refresh()
    await answer(7, { open: [orderOf(4)] })
    receive(...push(pushAt(8, {}, { 4: '8.000000' })))
    assert.deepEqual(getState().funds, { kind: 'known', amounts: amountsAt(9) })
    assert.equal(getState().figures.get(4)?.profit, '9.000000')
  })

  test('of a later version replace those of newer prices, and never the other way round', async () => {
    const { receive, sync, getState, answer } = createFixture()
    void sync.refresh()
    await answer(7)
    void sync.refresh()
    receive(...push(pushAt(7, { Balance: '300.000000', Version: 2 })))
    await answer(9)
    const known = { kind: 'known', amounts: amountsAt(7, { balance: '300.000000', Version: 2 }) }
    assert.deepEqual(getState().funds, known)
    receive(...push(pushAt(10)))
    assert.deepEqual(getState().funds, known)
  })

  test('keep object identity when values do not change', async () => {
    const { receive, sync, getState, answer } = createFixture()
    void sync.refresh()
    await answer(7, { open: [orderOf(4), orderOf(5)] })
    receive(...push(pushAt(8, {}, { 4: '1.000000', 5: '2.000000' })))
    const { activeOrders, figures } = getState()
    receive(...push(pushAt(9, {}, { 4: '1.000000', 5: '3.000000' })))
    assert.equal(getState().activeOrders, activeOrders)
    assert.equal(getState().figures.get(4), figures.get(4))
    assert.notEqual(getState().figures.get(5), figures.get(5))
  })

  test('never go back for any order of pushes and answers', async () => {
    const update = fc.record({
      seq: fc.integer({ min: 1, max: 9 }),
      version: fc.integer({ min: 1, max: 4 }),
      isPush: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(update, { maxLength: 12 }), async (updates) => {
        const { receive, sync, shown, answer } = createFixture()
        for (const { seq, version, isPush } of updates) {
          if (isPush) receive(...push(pushAt(seq, { Version: version })))
          else {
            void sync.refresh()
            await answer(seq, { version })
          }
        }
        const ages = shown.flatMap(({ funds }) => (funds.kind === 'known' ? [ageOf(funds.amounts)] : []))
        assert.deepEqual(ages, ages.toSorted())
        assert.equal(
          ages.at(-1),
          updates
            .map(({ seq, version }) => ageOf({ version, quoteSeq: seq }))
            .toSorted()
            .at(-1),
        )
      }),
      { numRuns: 100 },
    )
  })
})

describe('active orders', () => {
  test('are fetched page by page', async () => {
    const { sync, requests, ids } = createFixture()
    void sync.refresh()
    const [open, pending] = requests
    const many = Array.from({ length: 100 }, (_, at) => orderOf(500 - at))
    pending?.answer(dealAt(1))
    open?.answer(dealAt(1, many, { total: 101 }))
    await settled()
    assert.deepEqual(requests[2]?.input, { status: 1, page: 2, limit: 100 })
    requests[2]?.answer(dealAt(2, [orderOf(7)], { total: 101 }))
    await settled()
    assert.deepEqual([ids()[0]?.length, ids()[0]?.at(-1)], [101, 7])
  })

  test('are fetched again once when a push has a later version, and after a reconnect', async () => {
    const { sync, requests, receive, answer, ids } = createFixture()
    void sync.refresh()
    await answer(1)
    receive(...push(pushAt(2)))
    assert.equal(requests.length, 2)
    receive(...push(pushAt(3, { Version: 2 })))
    receive(...push(pushAt(4, { Version: 2 })))
    assert.equal(requests.length, 4)
    await answer(3, { pending: [orderOf(8, { Status: 0 })], version: 2 })
    assert.deepEqual(ids(), [[], [8]])
    receive(...push(pushAt(5, { Version: 2 })))
    assert.equal(requests.length, 4)
    receive('reconnect', undefined)
    assert.equal(requests.length, 6)
  })

  test('are fetched once more if a later version is pushed during the fetch', async () => {
    const { sync, requests, receive, answer, ids } = createFixture()
    void sync.refresh()
    receive(...push(pushAt(2, { Version: 3 })))
    await answer(1, { version: 2 })
    assert.equal(requests.length, 4)
    await answer(2, { open: [orderOf(8)], version: 3 })
    assert.deepEqual([ids(), requests.length], [[[8], []], 4])
  })

  test('are fetched again if they changed between two pages, without reporting ends', async () => {
    const { sync, requests, answer, ended, ids, timers } = createFixture()
    void sync.refresh()
    await answer(1, { open: [orderOf(4)] })
    void sync.refresh()
    const changeBetween = async () => {
      const [open, pending] = requests.slice(-2)
      open?.answer(dealAt(2, [], { Version: 1 }))
      pending?.answer(dealAt(2, [], { Version: 2 }))
      await settled()
    }
    await changeBetween()
    assert.deepEqual([ended, ids(), requests.length], [[], [[4], []], 6])
    await changeBetween()
    assert.equal(requests.length, 6)
    timers.advance(2 * firstRetryMs)
    assert.equal(requests.length, 8)
  })

  test('lose an ended order at once, and an outdated answer does not restore it', async () => {
    const { sync, receive, answer, ids, ended } = createFixture()
    void sync.refresh()
    await answer(1, { open: [orderOf(4), orderOf(5)] })
    void sync.refresh()
    receive('FOREX_CLOSED', [4])
    assert.deepEqual([ids(), ended], [[[5], []], [4]])
    await answer(1, { open: [orderOf(4), orderOf(5)] })
    assert.deepEqual(ids(), [[5], []])
    receive('FOREX_CLOSED', [])
    assert.deepEqual(ended, [4])
  })

  test('that ended while disconnected are reported once', async () => {
    const { sync, receive, answer, answerHistory, ended, toasts } = createFixture()
    void sync.refresh()
    await answer(1, { open: [orderOf(4)] })
    receive('reconnect', undefined)
    await answer(2, { version: 2 })
    assert.deepEqual(ended, [4])
    const why = orderOf(4, { Status: 3, CloseReason: 'stop_loss', FactProfits: '-84.000000' })
    await answerHistory([why])
    receive('FOREX_CLOSED', [4])
    await settled()
    assert.deepEqual(
      [ended, toasts.map(({ text }) => text)],
      [[4], ['EUR/USD · Stop loss reached · −84.00 USD']],
    )
  })
})

describe('toasts', () => {
  test('show why an order ended, except for one the user ended here', async () => {
    const { sync, receive, answer, answerHistory, expected, toasts } = createFixture()
    void sync.refresh()
    await answer(1, { open: [orderOf(4), orderOf(5)] })
    expected.add(5)
    receive('FOREX_CLOSED', [4, 5])
    const over = { Status: 3, FactProfits: '12.345678' }
    await answerHistory([
      orderOf(5, { ...over, CloseReason: 'user' }),
      orderOf(4, { ...over, CloseReason: 'take_profit' }),
    ])
    assert.deepEqual(toasts, [{ text: 'EUR/USD · Take profit reached · +12.35 USD', tone: 'good' }])
  })

  test('show why an order ended when its expected end is revoked', async () => {
    const { sync, receive, answer, answerHistory, expected, toasts } = createFixture()
    void sync.refresh()
    await answer(1, { open: [orderOf(4)] })
    expected.add(4)
    receive('FOREX_CLOSED', [4])
    sync.reportEnds([4])
    const ended = orderOf(4, { Status: 3, CloseReason: 'stop_loss', FactProfits: '-84.000000' })
    await answerHistory([ended])
    assert.deepEqual(
      toasts.map(({ text }) => text),
      ['EUR/USD · Stop loss reached · −84.00 USD'],
    )
  })

  test('combine many orders that end together', async () => {
    const { sync, receive, answer, answerHistory, toasts } = createFixture()
    void sync.refresh()
    const many = [1, 2, 3, 4].map((id) => orderOf(id))
    await answer(1, { open: many })
    receive('FOREX_CLOSED', [1, 2, 3, 4])
    const over = many.map((order) => ({ ...order, Status: 3, CloseReason: 'demo_reset' }))
    await answerHistory(over)
    assert.deepEqual(
      toasts.map(({ text }) => text),
      ['4 orders · Demo account reset · −16.00 USD'],
    )
  })

  test('report a filled pending order', async () => {
    const { sync, answer, toasts } = createFixture()
    void sync.refresh()
    await answer(1, { pending: [orderOf(4, { Status: 0 })] })
    void sync.refresh()
    await answer(2, { open: [orderOf(4)], version: 2 })
    await settled()
    assert.deepEqual(
      toasts.map(({ text }) => text),
      ['EUR/USD · pending order filled at 1.08435'],
    )
  })

  test('report each margin call once, which stays in the state until it is over', async () => {
    const { receive, getState, toasts } = createFixture()
    const Notice = {
      Id: 3,
      Kind: 'margin_call',
      HazardRate: '98.50',
      CreatedAt: '2026-01-05T10:00:00.000Z',
    } as const
    receive(...push(pushAt(1, { Notice })))
    receive(...push(pushAt(2, { Notice })))
    await settled()
    assert.equal(toasts.length, 1)
    assert.match(toasts[0]?.text ?? '', /98\.50 %/)
    assert.deepEqual(getState().notice, { id: 3, marginLevel: '98.50', at: Notice.CreatedAt })
    receive(...push(pushAt(3)))
    assert.equal(getState().notice, null)
  })
})

describe('a fetch that fails', () => {
  const kinds = ({ funds, activeOrders }: PortfolioState) => [funds.kind, activeOrders.status]

  test('is reported while nothing is loaded, until another one succeeds', async () => {
    const { sync, getState, answer, fail } = createFixture()
    void sync.refresh()
    await fail()
    assert.deepEqual(kinds(getState()), ['failed', 'failed'])
    void sync.refresh()
    await answer(1)
    assert.deepEqual(kinds(getState()), ['known', 'ready'])
  })

  test('includes one that timed out', async () => {
    const { timers, sync, getState } = createFixture()
    const landed = sync.refresh()
    timers.advance(fetchTimeoutMs)
    await landed
    assert.deepEqual(kinds(getState()), ['failed', 'failed'])
  })

  test('keeps loaded data and is not repeated with every push', async () => {
    const { sync, getState, answer, fail, receive, requests, timers } = createFixture()
    void sync.refresh()
    await answer(1)
    void sync.refresh()
    await fail()
    assert.deepEqual(kinds(getState()), ['known', 'ready'])
    receive(...push(pushAt(2, { Version: 2 })))
    assert.equal(requests.length, 4)
    timers.advance(firstRetryMs)
    assert.equal(requests.length, 6)
  })

  test('is retried with growing waits until it succeeds', async () => {
    const { sync, receive, answer, fail, ids, requests, timers } = createFixture()
    void sync.refresh()
    await answer(1, { pending: [orderOf(4, { Status: 0 })] })
    // The order is cancelled in another tab. That is pushed once: without positions there are no price updates.
    receive(...push(pushAt(1, { Version: 2 })))
    await fail()
    timers.advance(firstRetryMs)
    await fail()
    timers.advance(firstRetryMs)
    assert.equal(requests.length, 6)
    timers.advance(firstRetryMs)
    assert.equal(requests.length, 8)
    await answer(1, { version: 2 })
    assert.deepEqual(ids(), [[], []])
    timers.advance(100 * firstRetryMs)
    assert.equal(requests.filter(({ input }) => input.status !== 3).length, 8)
  })
})

test('a push with a later version and older prices is newer', async () => {
  const { sync, receive, answer, requests, getState } = createFixture()
  void sync.refresh()
  await answer(5)
  receive(...push(pushAt(4, { Version: 2 })))
  assert.equal(requests.length, 4)
  assert.deepEqual(getState().funds, { kind: 'known', amounts: amountsAt(4, { Version: 2 }) })
})

test('unsubscribes and publishes nothing after stop', async () => {
  const { handlers, sync, shown, answer } = createFixture()
  assert.deepEqual([...handlers.keys()], ['FOREX_TRADE', 'FOREX_CLOSED', 'FOREX_ORDERS', 'reconnect'])
  void sync.refresh()
  sync.stop()
  assert.equal(handlers.size, 0)
  await answer(1)
  assert.deepEqual(shown, [])
})
