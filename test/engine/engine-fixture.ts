// The real engine on an in-memory store with failing commits, a fake clock and manual prices.
import assert from 'node:assert/strict'
import type { Ticket } from '#core/decision/command.ts'
import type { MarketState, Quote } from '#core/market/quote.ts'
import { price } from '#core/money/amounts.ts'
import type { Order } from '#core/order/order.ts'
import { markets } from '#db/seed/markets.ts'
import {
  type AccountChanged,
  type AccountOwner,
  type CommandKey,
  type CommandRequest,
  type EngineParts,
  endedOrdersOf,
  type SubmitResult,
} from '#server/engine/engine.ts'
import type { EngineStore } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { createFakeTimers } from '#server/platform/fake-timers.ts'
import { marketOf } from '#test/trading/test-board.ts'
import { plainTicket } from '#test/trading/trader.ts'
import { type Running, settled, startEngine } from '#test/trading-day/engine-side.ts'
import { createMemoryStore, type MemoryStore } from '#test/trading-day/memory-store.ts'
import { createSeededBytes } from '#test/trading-day/scenario/seeded-random.ts'

const eurUsd = marketOf('EURUSD')

export const demo: AccountOwner = { userId: 1, isDemo: true }
export const other: AccountOwner = { userId: 2, isDemo: true }
export const real: AccountOwner = { userId: 3, isDemo: false }

/** Buys 0.10 lots at market. */
export const ticket: Ticket = { ...plainTicket, lots: '0.10' }

export const buy: CommandRequest = { kind: 'open_order', ticket }

export type EngineFixture = {
  readonly store: MemoryStore
  readonly time: ReturnType<typeof createFakeTimers>
  readonly running: () => Running
  /** The changes that the engine has published. */
  readonly changes: readonly AccountChanged[]
  /** Ids of ended orders that the engine has published. */
  readonly endedOrders: readonly number[]
  readonly alarms: readonly string[]
  readonly submit: (owner: AccountOwner, request: CommandRequest, key?: CommandKey) => Promise<SubmitResult>
  /** Awaits the result. Moves the clock forward only if the result waits for a timer. */
  readonly settle: <Result>(result: Promise<Result>) => Promise<Result>
  readonly quote: (bid: number, ask?: number) => void
  readonly state: (state: MarketState) => void
  /** Starts another engine on the same store, as after a crash. The previous one is not stopped. */
  readonly restart: () => Promise<Running>
}

type EngineFixtureOptions = Pick<EngineParts, 'sliceLimits'> & {
  readonly startMs?: number
  readonly source?: string
}

export async function createEngineFixture(
  wrap: (store: MemoryStore) => EngineStore = (store) => store,
  createTriggers?: CreateTriggers,
  { startMs = 1_000_000, source = 'day', sliceLimits }: EngineFixtureOptions = {},
): Promise<EngineFixture> {
  const store = createMemoryStore()
  const time = createFakeTimers(startMs)
  const wrapped = wrap(store)
  const random = createSeededBytes(1)
  const changes: AccountChanged[] = []
  const endedOrders: number[] = []
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
      store: wrapped,
      markets,
      feeMode: 'per_lot',
      lastPrices,
      time,
      random,
      holder: `engine ${starts}`,
      createTriggers,
      sliceLimits,
      publish(change) {
        changes.push(change)
        endedOrders.push(...endedOrdersOf(change))
      },
      alarm: (sentence) => void alarms.push(sentence),
    })
  }
  const fixture: EngineFixture = {
    store,
    time,
    running: () => running,
    changes,
    endedOrders,
    alarms,
    submit: (owner, request, key) => running.engine.submit(owner, request, key),
    settle: (result) => settled(result, time),
    quote(bid, ask = bid + 15) {
      seq += 1
      quoted = {
        marketId: eurUsd.id,
        bid: price(bid),
        ask: price(ask),
        timeMs: time.clock.now(),
        seq,
        source,
      }
      running.send({ kind: 'quote', ...quoted })
    },
    state(state) {
      seq += 1
      isOpen = state === 'open'
      running.send({ kind: 'state', marketId: eurUsd.id, state, timeMs: time.clock.now(), seq })
    },
    async restart() {
      running = await start()
      return running
    },
  }
  fixture.state('open')
  fixture.quote(110_000)
  return fixture
}

export function keyed(key: string, fingerprint = 'a'.repeat(64)): CommandKey {
  return { key, fingerprint }
}

/** The only order of a result. */
export function orderOf(result: SubmitResult): Order {
  assert.equal(result.kind, 'done')
  const [order] = result.kind === 'done' ? result.orders : []
  assert.ok(order)
  return order
}

/** A store whose lease cannot be taken while the gate is closed, so that a reload of the engine waits. */
export function gatedLease() {
  const gate = Promise.withResolvers<void>()
  let isClosed = false
  return {
    wrap: (store: MemoryStore): EngineStore => ({
      ...store,
      takeLease: async (...args) => {
        if (isClosed) await gate.promise
        return await store.takeLease(...args)
      },
    }),
    close() {
      isClosed = true
    },
    open: gate.resolve,
  }
}
