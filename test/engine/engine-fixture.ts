// The real engine on a store in memory whose commits can be made to fail, with prices and time moved by hand.
import assert from 'node:assert/strict'
import type { Ticket } from '#core/decision/command.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { markets } from '#db/seed/markets.ts'
import type { AccountOwner, CommandKey, CommandRequest, SubmitResult } from '#server/engine/engine.ts'
import type { EngineStore } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { plainTicket } from '#test/trading/trader.ts'
import { createMemoryStore, type MemoryStore } from '#test/trading-day/memory-store.ts'
import { type Running, settled, startEngine } from '#test/trading-day/start-engine.ts'

const eurUsd = marketOf('EURUSD')

export const demo: AccountOwner = { userId: 1, isDemo: true }
export const other: AccountOwner = { userId: 2, isDemo: true }
export const real: AccountOwner = { userId: 3, isDemo: false }

/** Buys a tenth of a lot at the price there is. */
export const ticket: Ticket = { ...plainTicket, lots: '0.10' }

export const buy: CommandRequest = { kind: 'open_order', ticket }

export type EngineFixture = {
  readonly store: MemoryStore
  readonly time: ReturnType<typeof createFakeTimers>
  readonly running: () => Running
  /** Ids that were said to have left the lists, in that order. */
  readonly endedOrders: readonly number[]
  readonly alarms: readonly string[]
  readonly submit: (asker: AccountOwner, request: CommandRequest, key?: CommandKey) => Promise<SubmitResult>
  /** Waits for it while the time stands still, and moves it on only where somebody waits for that. */
  readonly settle: <Result>(answer: Promise<Result>) => Promise<Result>
  readonly quote: (bid: number, ask?: number) => void
  readonly state: (state: MarketState) => void
  /** Another engine on the same store, as after a restart; the one before is left as it is. */
  readonly startAgain: () => Promise<Running>
}

export async function createEngineFixture(
  wrap: (store: MemoryStore) => EngineStore = (store) => store,
  createTriggers?: CreateTriggers,
): Promise<EngineFixture> {
  const store = createMemoryStore()
  const time = createFakeTimers(1_000_000)
  const kept = wrap(store)
  const left: number[] = []
  const alarms: string[] = []
  let quoted: Quote | undefined
  let isOpen = false
  let seq = 0
  let starts = 0
  let running = await start()

  function start(): Promise<Running> {
    starts += 1
    const lastPrices = [{ marketId: eurUsd.id, state: isOpen ? 'open' : 'closed', quote: quoted } as const]
    return startEngine({
      store: kept,
      markets,
      feeMode: 'per_lot',
      lastPrices,
      time,
      holder: `engine ${starts}`,
      createTriggers,
      publish: (change) => void left.push(...change.endedOrders),
      alarm: (sentence) => void alarms.push(sentence),
    })
  }
  const stage: EngineFixture = {
    store,
    time,
    running: () => running,
    endedOrders: left,
    alarms,
    submit: (asker, request, key) => running.engine.submit(asker, request, key),
    settle: (answer) => settled(answer, time),
    quote(bid, ask = bid + 15) {
      seq += 1
      quoted = { marketId: eurUsd.id, bid: price(bid), ask: price(ask), timeMs: time.clock.now(), seq }
      running.tell({ kind: 'quote', ...quoted })
    },
    state(state) {
      seq += 1
      isOpen = state === 'open'
      running.tell({ kind: 'state', marketId: eurUsd.id, state, timeMs: time.clock.now(), seq })
    },
    async startAgain() {
      running = await start()
      return running
    },
  }
  stage.state('open')
  stage.quote(110_000)
  return stage
}

export function keyed(key: string, fingerprint = 'a'.repeat(64)): CommandKey {
  return { key, fingerprint }
}

/** The one order of an answer. */
export function orderOf(asked: SubmitResult): Order {
  assert.equal(asked.kind, 'done')
  const [order] = asked.kind === 'done' ? asked.orders : []
  assert.ok(order)
  return order
}

/** A store whose lease is not to be had while the gate is shut: an engine that has to read everything again waits. */
export function gatedLease() {
  const gate = Promise.withResolvers<void>()
  let isShut = false
  return {
    wrap: (store: MemoryStore): EngineStore => ({
      ...store,
      takeLease: async (...asked) => {
        if (isShut) await gate.promise
        return await store.takeLease(...asked)
      },
    }),
    shut() {
      isShut = true
    },
    open: gate.resolve,
  }
}
