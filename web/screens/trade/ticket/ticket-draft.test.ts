import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createValueStore } from '#browser/platform/value-store.ts'
import type { TradeItem } from '#contract/calls/market.ts'
import type { UserFields } from '#contract/calls/session.ts'
import { marketOfItem } from '#contract/market-from-wire.ts'
import { fc } from '#test/fast-check.ts'
import { tradeItem } from '#test/web/market-fixtures.ts'
import type { TicketDraft } from '#web/parts/ticket/ticket-types.ts'
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
import type { CurrentUserState } from '#web/user/current-user.ts'

const marketWith = (change: Partial<TradeItem> = {}) => marketOfItem(tradeItem(change))
const leverages = (...values: readonly number[]) => ({
  HasForexMultiple: values.map((Value) => ({ Value })),
})
const stop = { isOn: true, by: 'money', text: '50' } as const
const off = { isOn: false, by: 'price', text: '' } as const

/** A draft with every field filled in. */
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
  test('is a market order for the smallest lots, with leverage 100 and no stops', () => {
    const expected = { marketId: 1, side: 'sell', mode: 'market', target: '', leverage: 100, lots: '0.01' }
    assert.deepEqual(newDraft(marketWith(leverages(50, 100, 500)), 'sell'), {
      ...expected,
      stopLoss: off,
      takeProfit: off,
    })
  })

  test('takes the first leverage if 100 is not offered, and none if there is none', () => {
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
    test(`starts with ${lots} lots for a step of ${Pip} and a minimum of ${ForexMinCont}`, () =>
      assert.equal(newDraft(marketWith({ Pip, ForexMinCont }), 'buy').lots, lots))
})

describe('an edit', () => {
  test('of the side keeps every other field', () => {
    assert.deepEqual(setSide(full, 'sell'), { ...full, side: 'sell' })
  })

  test('to pending starts at the best price, unless a target was typed before', () => {
    const fresh = newDraft(marketWith(), 'buy')
    assert.equal(setMode(fresh, 'pending', '1.08430').target, '1.08430')
    assert.equal(setMode(fresh, 'pending', null).target, '')
    assert.equal(setMode(full, 'pending', '1.08430').target, '1.07')
    const back = setMode(full, 'market', '1.08430')
    assert.deepEqual([back.mode, back.target], ['market', '1.07'])
  })

  test('of one field changes that field only', () => {
    assert.deepEqual(setTarget(full, '2'), { ...full, target: '2' })
    assert.deepEqual(setLots(full, ''), { ...full, lots: '' })
    assert.deepEqual(setLeverage(full, 50), { ...full, leverage: 50 })
    assert.deepEqual(setStop(full, 'stop_loss', off), { ...full, stopLoss: off })
    assert.deepEqual(setStop(full, 'take_profit', stop), { ...full, takeProfit: stop })
  })
})

test('after placing, lots and leverage stay; target and stops are cleared', () => {
  const left = { ...full, mode: 'market', target: '', stopLoss: off, takeProfit: off }
  assert.deepEqual(draftAfterPlacing(full), left)
})

describe('a stored draft', () => {
  test('is reopened with the side that was pressed', () => {
    assert.deepEqual(draftForMarket(full, marketWith(), 'sell'), { ...full, side: 'sell' })
  })

  test('of another market is replaced by a new one', () => {
    assert.deepEqual(
      draftForMarket(full, marketWith({ Id: 2 }), 'buy'),
      newDraft(marketWith({ Id: 2 }), 'buy'),
    )
    assert.deepEqual(draftForMarket(undefined, marketWith(), 'buy'), newDraft(marketWith(), 'buy'))
  })

  test('with a leverage that is no longer offered gets the default one', () => {
    assert.deepEqual(draftForMarket(full, marketWith(leverages(20)), 'buy'), { ...full, leverage: 20 })
    assert.deepEqual(draftForMarket(full, marketWith(leverages()), 'buy'), { ...full, leverage: undefined })
  })

  test('survives serialising and parsing', () => {
    assert.deepEqual(parseDraft(serializeDraft(full)), full)
    const without = { ...full, leverage: undefined }
    assert.deepEqual(parseDraft(serializeDraft(without)), without)
  })

  test('is undefined for malformed or oversized text', () => {
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

describe('the draft store', () => {
  const memoryText = (text?: string) => {
    let value = text
    return {
      read: () => value,
      write: (next: string | undefined) => {
        value = next
      },
    }
  }
  const user = (id: number): CurrentUserState => ({
    kind: 'known',
    user: { id } as UserFields,
    token: 'token',
  })
  const createFixture = (text?: string) => {
    const currentUser = createValueStore<CurrentUserState>({ kind: 'visitor' })
    const parts = { stored: memoryText(text), storedUser: memoryText(), currentUser }
    return { currentUser, parts, store: createDraftStore(parts) }
  }

  test('restores the draft after a reload and clears it on undefined', () => {
    const { parts, store } = createFixture('rubbish')
    assert.equal(store.getSnapshot(), undefined)
    let notifications = 0
    store.subscribe(() => {
      notifications += 1
    })
    store.set(full)
    assert.deepEqual([notifications, createDraftStore(parts).getSnapshot()], [1, full])
    store.set(undefined)
    assert.deepEqual([store.getSnapshot(), parts.stored.read()], [undefined, undefined])
  })

  test('moves a draft from a visitor to their account, and hides it from other users', () => {
    const { currentUser, parts, store } = createFixture()
    store.set(full)
    currentUser.set(user(1))
    assert.equal(store.getSnapshot(), full)
    store.set({ ...full, lots: '0.02' })
    currentUser.set({ kind: 'visitor' })
    assert.equal(store.getSnapshot(), undefined)
    currentUser.set(user(2))
    assert.deepEqual([store.getSnapshot(), createDraftStore(parts).getSnapshot()], [undefined, undefined])
    currentUser.set({ kind: 'loading' })
    assert.equal(createDraftStore(parts).getSnapshot()?.lots, '0.02')
    currentUser.set(user(1))
    assert.equal(store.getSnapshot()?.lots, '0.02')
    currentUser.set(user(2))
    store.set(full)
    currentUser.set(user(1))
    assert.equal(store.getSnapshot(), undefined)
  })

  test('notifies subscribers when another user logs in', () => {
    const { currentUser, store } = createFixture()
    currentUser.set(user(1))
    store.set(full)
    const seen: unknown[] = []
    const unsubscribe = store.subscribe(() => seen.push(store.getSnapshot()))
    currentUser.set(user(2))
    unsubscribe()
    currentUser.set(user(1))
    assert.deepEqual(seen, [undefined])
  })
})
