import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { TradeItem } from '#contract/calls/market.ts'
import type { UserFields } from '#contract/calls/session.ts'
import { marketOfItem } from '#contract/market-from-wire.ts'
import type { AccountState } from '#web/account/account.ts'
import { tradeItem } from '#web/markets/market-fixtures.test.ts'
import type { TicketDraft } from '#web/parts/ticket/ticket-types.ts'
import { createValueStore } from '#web/platform/value-store.ts'
import {
  createDraftStore,
  draftAfterPlacing,
  draftForMarket,
  newDraft,
  parseDraft,
  serializeDraft,
  setLeverage,
  setLots,
  setMode,
  setSide,
  setStop,
  setTarget,
} from '#web/screens/trade/ticket/ticket-draft.ts'

const marketWith = (change: Partial<TradeItem> = {}) => marketOfItem(tradeItem(change))
const leverages = (...values: readonly number[]) => ({
  HasForexMultiple: values.map((Value) => ({ Value })),
})
const stop = { isOn: true, by: 'money', text: '50' } as const
const off = { isOn: false, by: 'price', text: '' } as const

/** Everything filled in. */
const full: TicketDraft = {
  marketId: 1,
  side: 'buy',
  mode: 'pending',
  target: '1.07',
  leverage: 100,
  lots: '0.50',
  stopLoss: stop,
  takeProfit: off,
}

describe('a new draft', () => {
  test('is at market, for the least there is, with the usual leverage and no stops', () => {
    const expected = { marketId: 1, side: 'sell', mode: 'market', target: '', leverage: 100, lots: '0.01' }
    assert.deepEqual(newDraft(marketWith(leverages(50, 100, 500)), 'sell'), {
      ...expected,
      stopLoss: off,
      takeProfit: off,
    })
  })

  test('takes the first leverage where 100 is not offered, and none where there is none', () => {
    assert.equal(newDraft(marketWith(leverages(20, 50)), 'buy').leverage, 20)
    assert.equal(newDraft(marketWith(leverages()), 'buy').leverage, undefined)
  })

  const sizes: readonly (readonly [step: number, least: number, lots: string])[] = [
    [0.01, 0.01, '0.01'],
    [0.1, 0.01, '0.10'],
    [0.01, 1, '1.00'],
    [0.1, 0.25, '0.30'],
    [1, 10, '10.00'],
  ]
  for (const [Pip, ForexMinCont, lots] of sizes)
    test(`of a market with the step ${Pip} and at least ${ForexMinCont} lots begins with ${lots}`, () =>
      assert.equal(newDraft(marketWith({ Pip, ForexMinCont }), 'buy').lots, lots))
})

describe('a change', () => {
  test('of the side keeps everything else', () => {
    assert.deepEqual(setSide(full, 'sell'), { ...full, side: 'sell' })
  })

  test('to pending begins at the best price, unless something was typed before', () => {
    const fresh = newDraft(marketWith(), 'buy')
    assert.equal(setMode(fresh, 'pending', '1.08430').target, '1.08430')
    assert.equal(setMode(fresh, 'pending', null).target, '')
    assert.equal(setMode(full, 'pending', '1.08430').target, '1.07')
    const back = setMode(full, 'market', '1.08430')
    assert.deepEqual([back.mode, back.target], ['market', '1.07'])
  })

  test('of one field is of that field alone', () => {
    assert.deepEqual(setTarget(full, '2'), { ...full, target: '2' })
    assert.deepEqual(setLots(full, ''), { ...full, lots: '' })
    assert.deepEqual(setLeverage(full, 50), { ...full, leverage: 50 })
    assert.deepEqual(setStop(full, 'stop_loss', off), { ...full, stopLoss: off })
    assert.deepEqual(setStop(full, 'take_profit', stop), { ...full, takeProfit: stop })
  })
})

test('once it is placed as much again is left of it, without its target and its stops', () => {
  const left = { ...full, mode: 'market', target: '', stopLoss: off, takeProfit: off }
  assert.deepEqual(draftAfterPlacing(full), left)
})

describe('a draft that was kept', () => {
  test('goes on, on the side that was pressed', () => {
    assert.deepEqual(draftForMarket(full, marketWith(), 'sell'), { ...full, side: 'sell' })
  })

  test('of another market is not taken over', () => {
    assert.deepEqual(
      draftForMarket(full, marketWith({ Id: 2 }), 'buy'),
      newDraft(marketWith({ Id: 2 }), 'buy'),
    )
    assert.deepEqual(draftForMarket(undefined, marketWith(), 'buy'), newDraft(marketWith(), 'buy'))
  })

  test('with a leverage that is no longer offered gets one that is', () => {
    assert.deepEqual(draftForMarket(full, marketWith(leverages(20)), 'buy'), { ...full, leverage: 20 })
    assert.deepEqual(draftForMarket(full, marketWith(leverages()), 'buy'), { ...full, leverage: undefined })
  })

  test('is read as it was written', () => {
    assert.deepEqual(parseDraft(serializeDraft(full)), full)
    const without = { ...full, leverage: undefined }
    assert.deepEqual(parseDraft(serializeDraft(without)), without)
  })

  test('is none where something else stands', () => {
    const broken: readonly object[] = [
      { ...full, side: 'up' },
      { ...full, mode: 'limit' },
      { ...full, marketId: '1' },
      { ...full, lots: 1 },
      { ...full, target: '1'.repeat(65) },
      { ...full, stopLoss: { ...stop, by: 'points' } },
      { ...full, takeProfit: null },
      { ...full, more: 'x'.repeat(2_000) },
    ]
    for (const draft of broken) assert.equal(parseDraft(JSON.stringify(draft)), undefined)
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => parseDraft(text) === undefined))
  })
})

describe('the store', () => {
  const kept = (text?: string) => {
    let value = text
    return {
      read: () => value,
      write: (next: string | undefined) => {
        value = next
      },
    }
  }
  const user = (id: number): AccountState => ({ kind: 'known', user: { id } as UserFields, token: 'token' })
  const stage = (text?: string) => {
    const account = createValueStore<AccountState>({ kind: 'visitor' })
    const parts = { stored: kept(text), storedUser: kept(), account }
    return { account, parts, store: createDraftStore(parts) }
  }

  test('keeps it over reloads, and forgets it when told to', () => {
    const { parts, store } = stage('rubbish')
    assert.equal(store.getSnapshot(), undefined)
    let told = 0
    store.subscribe(() => {
      told += 1
    })
    store.set(full)
    assert.deepEqual([told, createDraftStore(parts).getSnapshot()], [1, full])
    store.set(undefined)
    assert.deepEqual([store.getSnapshot(), parts.stored.read()], [undefined, undefined])
  })

  test('takes what a visitor filled in along into their account, and shows it to nobody else', () => {
    const { account, parts, store } = stage()
    store.set(full)
    account.set(user(1))
    assert.equal(store.getSnapshot(), full)
    store.set({ ...full, lots: '0.02' })
    account.set({ kind: 'visitor' })
    assert.equal(store.getSnapshot(), undefined)
    account.set(user(2))
    assert.deepEqual([store.getSnapshot(), createDraftStore(parts).getSnapshot()], [undefined, undefined])
    account.set({ kind: 'loading' })
    assert.equal(createDraftStore(parts).getSnapshot()?.lots, '0.02')
    account.set(user(1))
    assert.equal(store.getSnapshot()?.lots, '0.02')
    account.set(user(2))
    store.set(full)
    account.set(user(1))
    assert.equal(store.getSnapshot(), undefined)
  })

  test('tells those who look that it is somebody else who looks now', () => {
    const { account, store } = stage()
    account.set(user(1))
    store.set(full)
    const seen: unknown[] = []
    const leave = store.subscribe(() => seen.push(store.getSnapshot()))
    account.set(user(2))
    leave()
    account.set(user(1))
    assert.deepEqual(seen, [undefined])
  })
})
