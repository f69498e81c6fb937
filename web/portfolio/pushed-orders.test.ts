import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderFields } from '#contract/calls/order-fields.ts'
import type { OrdersPush } from '#contract/live.ts'
import { createSyncFixture, settled } from '#test/web/portfolio-sync-harness.ts'
import { amountsAt, orderOf, pushAt } from '#test/wire/account-fixtures.ts'
import { pushWaitMs } from '#web/portfolio/portfolio-sync.ts'

function change(Version: number, Orders: readonly OrderFields[] | null, QuoteSeq = 5) {
  return ['FOREX_ORDERS', { Version, QuoteSeq, Orders } satisfies OrdersPush] as const
}

const pending = (id: number) => orderOf(id, { Status: 0 })
const closed = (id: number, more: Partial<OrderFields> = {}) =>
  orderOf(id, { Status: 3, CloseReason: 'user', ...more })
const stopped = (id: number) => closed(id, { CloseReason: 'stop_loss', FactProfits: '-84.000000' })

/** A sync that shows these orders at version 1. Counts list requests from then on. */
async function loaded(open: readonly OrderFields[] = [], waiting: readonly OrderFields[] = []) {
  const fixture = createSyncFixture()
  void fixture.sync.refresh()
  await fixture.answer(1, { open, pending: waiting })
  const before = fixture.requests.length
  const lists = () => fixture.requests.slice(before).filter(({ input }) => input.status !== 3)
  const texts = () => fixture.toasts.map(({ text }) => text)
  return { ...fixture, texts, listCalls: () => lists().length }
}

describe('a pushed change', () => {
  test('adds, changes and removes orders without a fetch', async () => {
    const { receive, ids, getState, listCalls, ended } = await loaded([orderOf(4)], [pending(5)])
    receive(...change(2, [orderOf(7)]))
    assert.deepEqual(ids(), [[7, 4], [5]])
    receive(...change(3, [orderOf(4, { Quantity: '0.30' }), closed(8, { ParentId: 4 })]))
    assert.equal(getState().activeOrders.open.find(({ id }) => id === 4)?.lots, '0.30')
    receive(...change(4, [closed(7)]))
    receive(...change(5, [orderOf(5, { Status: 2 }), pending(9)]))
    assert.deepEqual([ids(), ended, listCalls()], [[[4], [9]], [7, 5], 0])
  })

  test('of money alone changes no list', async () => {
    const { receive, getState, sync, listCalls } = await loaded([orderOf(4)])
    const { activeOrders } = getState()
    receive(...change(2, []))
    receive('FOREX_TRADE', pushAt(2, { Version: 2, Balance: '300.000000' }))
    assert.equal(getState().activeOrders, activeOrders)
    assert.deepEqual([sync.version(), listCalls()], [2, 0])
  })

  test('shows the figures of its orders until newer ones are pushed', async () => {
    const { receive, getState } = await loaded([orderOf(4)])
    receive('FOREX_TRADE', pushAt(7, {}, { 4: '1.000000' }))
    receive(...change(2, [orderOf(6, { FactProfits: '-2.500000' })], 8))
    const profits = () => [4, 6].map((id) => getState().figures.get(id)?.profit)
    assert.deepEqual(profits(), ['1.000000', '-2.500000'])
    receive('FOREX_TRADE', pushAt(9, { Version: 2 }, { 4: '2.000000', 6: '3.000000' }))
    assert.deepEqual(profits(), ['2.000000', '3.000000'])
  })

  test('is ignored if it is known already', async () => {
    const { receive, ids, listCalls } = await loaded([orderOf(4)])
    receive(...change(2, [orderOf(7)]))
    receive(...change(3, [closed(7)]))
    receive(...change(2, [orderOf(7)]))
    assert.deepEqual([ids(), listCalls()], [[[4], []], 0])
  })

  test('reports a filled pending order, and one that ended once', async () => {
    const { receive, texts, ended } = await loaded([orderOf(4)], [pending(5)])
    receive(...change(2, [orderOf(5)]))
    receive('FOREX_CLOSED', [4])
    receive(...change(3, [stopped(4)]))
    await settled()
    assert.deepEqual(ended, [4])
    assert.deepEqual(texts(), [
      'EUR/USD · pending order filled at 1.08435',
      'EUR/USD · Stop loss reached · −84.00 USD',
    ])
  })
})

describe('the toast of an ended order', () => {
  const text = 'EUR/USD · Stop loss reached · −84.00 USD'

  test('takes the cause from the pushed change and reads no history', async () => {
    const { receive, texts, timers, historyReads } = await loaded([orderOf(4)])
    receive('FOREX_CLOSED', [4])
    await settled()
    assert.deepEqual(texts(), [], 'waits for the change')
    receive(...change(2, [stopped(4)]))
    await settled()
    assert.deepEqual(texts(), [text])
    timers.advance(60_000)
    await settled()
    assert.deepEqual([texts(), historyReads()], [[text], 0])
  })

  test('takes the cause from a change that cannot be applied yet', async () => {
    const { receive, answer, texts, timers, historyReads } = await loaded([orderOf(4)])
    receive('FOREX_CLOSED', [4])
    receive(...change(3, [stopped(4)]))
    await answer(3, { version: 3 })
    timers.advance(60_000)
    await settled()
    assert.deepEqual([texts(), historyReads()], [[text], 0])
  })

  test('is shown without FOREX_CLOSED, too', async () => {
    const { receive, texts, ended } = await loaded([orderOf(4)])
    receive(...change(2, [stopped(4)]))
    receive('FOREX_CLOSED', [4])
    await settled()
    assert.deepEqual([texts(), ended], [[text], [4]])
  })

  test('is shown when an expected end is revoked after the change', async () => {
    const { receive, expected, sync, texts, historyReads } = await loaded([orderOf(4)])
    expected.add(4)
    receive('FOREX_CLOSED', [4])
    receive(...change(2, [stopped(4)]))
    await settled()
    assert.deepEqual(texts(), [])
    sync.reportEnds([4])
    await settled()
    assert.deepEqual([texts(), historyReads()], [[text], 0])
  })

  test('needs the history if the change was pushed without its orders', async () => {
    const { receive, answerHistory, texts, historyReads } = await loaded([orderOf(4)])
    receive('FOREX_CLOSED', [4])
    receive(...change(2, null))
    await answerHistory([stopped(4)])
    assert.deepEqual([texts(), historyReads()], [[text], 1])
  })

  test('is shown once if the connection is lost between the id and the change', async () => {
    const { receive, answer, answerHistory, texts, timers, historyReads } = await loaded([orderOf(4)])
    receive('FOREX_CLOSED', [4])
    receive('reconnect', undefined)
    await answer(2, { version: 2 })
    await answerHistory([stopped(4)])
    receive(...change(2, [stopped(4)]))
    timers.advance(60_000)
    await settled()
    assert.deepEqual([texts(), historyReads()], [[text], 1])
  })

  test('combines the orders of one change', async () => {
    const many = [1, 2, 3, 4]
    const { receive, texts } = await loaded(many.map((id) => orderOf(id)))
    receive('FOREX_CLOSED', many)
    receive(
      ...change(
        2,
        many.map((id) => stopped(id)),
      ),
    )
    await settled()
    assert.deepEqual(texts(), ['4 orders · Stop loss reached · −336.00 USD'])
  })

  test('is not shown after stop, and nothing is read', async () => {
    const { receive, sync, texts, timers, historyReads } = await loaded([orderOf(4), orderOf(5)])
    receive('FOREX_CLOSED', [4])
    receive(...change(2, [stopped(4)]))
    receive('FOREX_CLOSED', [5])
    sync.stop()
    timers.advance(60_000)
    await settled()
    assert.deepEqual([texts(), historyReads()], [[], 0])
  })
})

describe('a missing change', () => {
  test('causes one fetch, and later changes are applied to its result', async () => {
    const { receive, ids, answer, listCalls } = await loaded([orderOf(4)])
    receive(...change(3, [orderOf(6)]))
    receive(...change(4, [orderOf(7)]))
    assert.deepEqual([ids(), listCalls()], [[[4], []], 2])
    await answer(3, { open: [orderOf(6), orderOf(5), orderOf(4)], version: 3 })
    assert.deepEqual([ids(), listCalls()], [[[7, 6, 5, 4], []], 2])
  })

  test('is noticed by the version of the figures', async () => {
    const { receive, listCalls } = await loaded()
    receive('FOREX_TRADE', pushAt(2, { Version: 2 }))
    receive('FOREX_TRADE', pushAt(3, { Version: 2 }))
    assert.equal(listCalls(), 2)
  })

  test('is fetched if too many orders have changed', async () => {
    const { receive, ids, answer, listCalls } = await loaded([orderOf(4)])
    receive(...change(2, null))
    assert.equal(listCalls(), 2)
    await answer(2, { open: [orderOf(9)], version: 2 })
    receive(...change(3, [closed(9)]))
    assert.deepEqual([ids(), listCalls()], [[[], []], 2])
  })

  test('does not let an outdated answer replace what was pushed', async () => {
    const { sync, receive, ids, answer, listCalls } = await loaded([orderOf(4)])
    void sync.refresh()
    receive(...change(2, [orderOf(7)]))
    await answer(9, { open: [orderOf(4)], version: 1 })
    assert.deepEqual([ids(), sync.version(), listCalls()], [[[7, 4], []], 2, 2])
  })

  test('before the first lists is applied to them', async () => {
    const { sync, receive, ids, answer, requests } = createSyncFixture()
    void sync.refresh()
    receive('FOREX_ORDERS', { Version: 3, QuoteSeq: 1, Orders: [orderOf(7)] })
    await answer(1, { open: [orderOf(4)], version: 2 })
    assert.deepEqual([ids(), requests.length], [[[7, 4], []], 2])
  })
})

test('after a reconnect everything is fetched, even if the server has an older version', async () => {
  const { receive, ids, answer, getState, sync, listCalls } = await loaded([orderOf(4)])
  receive(...change(2, [orderOf(7)]))
  receive('reconnect', undefined)
  assert.equal(listCalls(), 2)
  receive(...change(3, [closed(7)]))
  await answer(6, { open: [orderOf(7), orderOf(4)], version: 2 })
  assert.deepEqual([ids(), sync.version(), listCalls()], [[[4], []], 3, 2])
  receive('reconnect', undefined)
  await answer(3, { open: [orderOf(4)], version: 1 })
  assert.deepEqual([sync.version(), getState().funds], [1, { kind: 'known', amounts: amountsAt(3) }])
})

describe('after an action of the user', () => {
  test('nothing is fetched if its change was pushed before the answer', async () => {
    const { sync, receive, timers, listCalls } = await loaded()
    const since = sync.version()
    receive(...change(2, [orderOf(7)]))
    sync.awaitChange(since)
    timers.advance(10 * pushWaitMs)
    assert.deepEqual([listCalls(), timers.pending()], [0, []])
  })

  test('nothing is fetched if its change is pushed after the answer', async () => {
    const { sync, receive, timers, listCalls } = await loaded()
    sync.awaitChange(sync.version())
    timers.advance(pushWaitMs - 1)
    receive(...change(2, [orderOf(7)]))
    timers.advance(pushWaitMs)
    assert.equal(listCalls(), 0)
  })

  test('everything is fetched once if no change is pushed in time', async () => {
    const { sync, timers, answer, ids, listCalls } = await loaded()
    sync.awaitChange(sync.version())
    timers.advance(pushWaitMs)
    assert.equal(listCalls(), 2)
    await answer(2, { open: [orderOf(7)], version: 2 })
    timers.advance(10 * pushWaitMs)
    assert.deepEqual([ids(), listCalls()], [[[7], []], 2])
  })

  test('everything is fetched at once if the version was unknown', async () => {
    const { sync, listCalls } = await loaded()
    sync.awaitChange(undefined)
    assert.equal(listCalls(), 2)
  })

  test('nothing is fetched after stop', async () => {
    const { sync, timers, listCalls } = await loaded()
    sync.awaitChange(sync.version())
    sync.stop()
    sync.awaitChange(undefined)
    timers.advance(10 * pushWaitMs)
    assert.equal(listCalls(), 0)
  })
})

describe('after a refusal', () => {
  test('nothing is fetched if the version is current', async () => {
    const { sync, receive, timers, listCalls } = await loaded([orderOf(4)])
    sync.refreshIfOutdated()
    receive(...change(2, [closed(4)]))
    sync.refreshIfOutdated()
    timers.advance(10 * pushWaitMs)
    assert.equal(listCalls(), 0)
  })

  test('a change of another tab is fetched if its push is missing', async () => {
    const { sync, receive, answer, ids, listCalls } = await loaded([orderOf(4)])
    sync.refreshIfOutdated()
    receive('FOREX_TRADE', pushAt(2, { Version: 2 }))
    sync.refreshIfOutdated()
    assert.equal(listCalls(), 2, 'one fetch at a time')
    await answer(2, { version: 2 })
    assert.deepEqual(ids(), [[], []])
  })

  test('a fetch that waits for its retry is not repeated early', async () => {
    const { sync, receive, fail, listCalls } = await loaded([orderOf(4)])
    receive('FOREX_TRADE', pushAt(2, { Version: 2 }))
    await fail()
    sync.refreshIfOutdated()
    assert.equal(listCalls(), 2)
  })

  test('everything is fetched while no version is known', () => {
    const { sync, requests } = createSyncFixture()
    sync.refreshIfOutdated()
    assert.equal(requests.length, 2)
  })

  for (const state of ['down', 'connecting'] as const)
    test(`everything is fetched while the connection is ${state}`, async () => {
      const { sync, connection, answer, ids, listCalls } = await loaded([orderOf(4)])
      connection.set(state)
      sync.refreshIfOutdated()
      assert.equal(listCalls(), 2)
      await answer(2, { version: 2 })
      assert.deepEqual(ids(), [[], []])
    })

  test('nothing is fetched after stop', async () => {
    const { sync, connection, listCalls } = await loaded()
    connection.set('down')
    sync.stop()
    sync.refreshIfOutdated()
    assert.equal(listCalls(), 0)
  })
})
