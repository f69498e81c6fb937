// The trading day of the fixture format-2: every step in a fixed order, at fixed times and prices.
import assert from 'node:assert/strict'
import { micros } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import type { AccountOwner, CommandRequest } from '#server/engine/engine.ts'
import { type BatchRecords, BatchRefused } from '#server/engine/engine-store.ts'
import { createEngineFixture, type EngineFixture, keyed, orderOf } from '#test/engine/engine-fixture.ts'
import { plainTicket } from '#test/trading/trader.ts'
import { turn } from '#test/trading-day/engine-side.ts'
import type { MemoryStore } from '#test/trading-day/memory-store.ts'

const real: AccountOwner = { userId: 1, isDemo: false }
const demo: AccountOwner = { userId: 2, isDemo: true }
const lifted: AccountOwner = { userId: 3, isDemo: true }
const frozen: AccountOwner = { userId: 4, isDemo: true }

/** The owner who lifts the freezes. */
export const operatorId = 1
export const daySource = 'day:eur'
export const dayStartMs = Date.UTC(2026, 0, 5)

type Day = EngineFixture & {
  /** Submits under a key of its own, ten seconds after the step before. */
  readonly ask: (owner: AccountOwner, request: CommandRequest) => Promise<Order | undefined>
  /** Quotes, five seconds after the step before, and waits for what the quote triggers. */
  readonly move: (bid: number) => Promise<void>
  /** Lets the store refuse an order, which freezes the account, and returns the time of the freeze. */
  readonly freeze: (owner: AccountOwner) => Promise<number>
}

/** All batches of the day, in order. */
export async function runFormat2Day(): Promise<readonly BatchRecords[]> {
  const batches: BatchRecords[] = []
  const day = await startDay(batches)
  await loseMoney(day)
  await resetDemo(day)
  await liftFreezes(day)
  await leaveOrders(day)
  await day.running().engine.stop()
  assert.deepEqual(day.store.faults, [])
  return batches
}

async function startDay(batches: BatchRecords[]): Promise<Day> {
  let isRefusing = false
  let keys = 0
  const wrap = (store: MemoryStore) => ({
    ...store,
    commit: async (...[lease, batch]: Parameters<MemoryStore['commit']>) => {
      if (isRefusing && batch.orders.length > 0) throw new BatchRefused('23514')
      const result = await store.commit(lease, batch)
      batches.push(batch)
      return result
    },
  })
  const fixture = await createEngineFixture(wrap, undefined, { startMs: dayStartMs, source: daySource })
  const ask: Day['ask'] = async (owner, request) => {
    fixture.time.advance(10_000)
    keys += 1
    const result = await fixture.settle(fixture.submit(owner, request, keyed(`key ${keys}`)))
    if (result.kind === 'fault') return undefined
    assert.equal(result.kind, 'done', JSON.stringify(result))
    return result.orders[0]
  }
  return {
    ...fixture,
    ask,
    async move(bid) {
      fixture.time.advance(5000)
      fixture.quote(bid)
      await fixture.settle(turn())
    },
    async freeze(owner) {
      isRefusing = true
      await ask(owner, market('0.01'))
      await fixture.settle(turn())
      isRefusing = false
      const freeze = fixture.store.tables.freezes.at(-1)
      assert.ok(freeze?.kind === 'frozen' && freeze.userId === owner.userId)
      return freeze.atMs
    },
  }
}

function market(lots: string, stops: { readonly stopLoss?: string; readonly takeProfit?: string } = {}) {
  return { kind: 'open_order', ticket: { ...plainTicket, lots, ...stops } } as const
}

function limit(target: string) {
  return { kind: 'open_order', ticket: { ...plainTicket, lots: '0.20', target } } as const
}

function money(kind: 'deposit' | 'request_withdrawal', amount: number, reference: string) {
  return { kind, amount: micros(amount * 1_000_000), reference } as const
}

/** A real account: deposit, margin call, close-out, and a withdrawal that is sent. */
async function loseMoney({ ask, submit, settle, move, store }: Day): Promise<void> {
  await ask(real, money('deposit', 2000, 'deposit:1'))
  await ask(real, market('1.00'))
  for (const bid of [109_500, 109_050, 108_400]) await move(bid)
  assert.equal(store.tables.notices.get(real.userId)?.length, 1)
  assert.equal(store.tables.orders.get(1)?.endCause, 'stop_out')
  await ask(real, money('deposit', 500, 'deposit:2'))
  await ask(real, money('request_withdrawal', 100, 'withdrawal:1'))
  const pay = { kind: 'advance_withdrawal', reference: 'withdrawal:1', operatorId } as const
  await ask(real, { ...pay, to: 'reviewing' })
  await ask(real, { ...pay, to: 'paying' })
  await ask(real, { ...pay, to: 'sent', payment: 'bank reference 1' })
  await ask(real, money('request_withdrawal', 50, 'withdrawal:2'))
  const tooMuch = submit(real, money('request_withdrawal', 5000, 'withdrawal:3'), keyed('too much'))
  assert.equal((await settle(tooMuch)).kind, 'refused')
}

/** A demo account: a pending order, closes by hand and by stop loss, a voided key, a reset. */
async function resetDemo({ ask, move, settle, running, time }: Day): Promise<void> {
  await ask(demo, limit('1.05000'))
  const position = await ask(demo, market('0.30', { stopLoss: '1.08000' }))
  const orderId = position?.id ?? assert.fail()
  await ask(demo, { kind: 'close_order', orderId, lots: '0.10' })
  await move(107_900)
  await ask(demo, market('0.10'))
  const voided = running().engine.outcomeOf(demo, 'never sent', time.clock.now())
  assert.equal((await settle(voided)).kind, 'never')
  await ask(demo, { kind: 'reset_demo' })
}

/** One account that is frozen and lifted twice, and one that stays frozen. */
async function liftFreezes(day: Day): Promise<void> {
  const { ask, freeze, settle, submit, running } = day
  for (const owner of [lifted, frozen]) await settle(running().engine.openAccount(owner))
  for (const reason of ['The column was widened', 'The rule was corrected']) {
    const frozenAtMs = await freeze(lifted)
    const lift = { kind: 'lift_freeze', operatorId, reason, frozenAtMs } as const
    assert.equal((await settle(submit(lifted, lift))).kind, 'done')
    await ask(lifted, market('0.05'))
  }
  await freeze(frozen)
}

/** A pending order that is filled, and orders that are active at the end. */
async function leaveOrders({ ask, submit, settle, move, store }: Day): Promise<void> {
  const filled = await ask(demo, limit('1.07800'))
  await move(107_700)
  assert.equal(store.tables.orders.get(filled?.id ?? 0)?.status, 'open')
  await ask(demo, limit('1.07000'))
  await ask(demo, market('0.10', { takeProfit: '1.20000' }))
  await ask(real, market('0.02'))
  // Without a key.
  orderOf(await settle(submit(demo, market('0.02'))))
}
