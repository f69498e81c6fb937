import { createBoard, type LiveBoard, type StartPrice } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent, MarketState } from '#core/market/quote.ts'
import type { FeeMode } from '#core/order/order.ts'
import { createEngine, type Engine, type EngineParts, endedOrdersOf } from '#server/engine/engine.ts'
import type { BatchRecords, EngineStore } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { sliceLimits as defaultLimits } from '#server/engine/writer/quote-slices.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import type { Random } from '#server/platform/random.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import { type CommitResult, createMemoryStore, type MemoryStore } from '#test/trading-day/memory-store.ts'
import type { Pair } from '#test/trading-day/scenario/day-markets.ts'
import { createSeededBytes } from '#test/trading-day/scenario/seeded-random.ts'

/** The engine of a trading day across restarts, with its store, feed and clock. */
export type EngineSide = {
  readonly store: MemoryStore
  readonly board: LiveBoard
  readonly time: FakeTimers
  readonly start: () => Promise<void>
  readonly running: () => Running
  /** Asks the running engine. Advances the fake time if the answer waits for a timer. */
  readonly answerOf: <Answer>(ask: (engine: Engine) => Promise<Answer>) => Promise<Answer>
  /** Creates the next event without sending it. */
  readonly nextEvent: (marketId: number, what: Pair | MarketState) => MarketEvent
  readonly sendEvent: (event: MarketEvent) => void
  /** Lets the engine go on with deferred accounts, until it is idle or waits for a commit. */
  readonly runSlices: () => Promise<void>
  /** Waits until the engine has no pending work. */
  readonly waitUntilIdle: () => Promise<void>
  /** Lets later commits succeed. Returns true if a commit has used the result that was set. */
  readonly resetCommitResult: (commitResult: CommitResult) => boolean
  /**
   * After a quote with a batch that was written, but not answered: whether the engine evaluated the account on that
   * quote. Decisions made while the batch was in flight are kept. Accounts that still waited for a slice are dropped.
   */
  readonly isEvaluatedBeforeLoss: (userId: number) => boolean
  /** Ids of the ended orders that the engine has published since the last call. */
  readonly takeNotifiedEnds: () => readonly number[]
  /** Errors that the engine has logged. A trading day expects none. */
  readonly alarms: readonly string[]
  readonly trace: (...parts: readonly unknown[]) => void
  /** The latest steps, oldest first. */
  readonly trail: readonly string[]
}

/** `onWritten` is called for every written batch. */
type EngineSideParts = Pick<EngineStart, 'markets' | 'feeMode' | 'isRealOpeningBlocked'> & {
  readonly onWritten?: ((batch: BatchRecords) => void) | undefined
  readonly createTriggers?: CreateTriggers | undefined
  readonly sliceLimits?: EngineParts['sliceLimits'] | undefined
  /** How old the timestamp of the next quote is; 0 by default. */
  readonly tickLagMs?: (() => number) | undefined
}

const startMs = Date.UTC(2026, 0, 5)
const maxTurnsToSettle = 500
const maxTrail = 12

/** The markets of a day come from two sources. */
export function sourceOf(marketId: number): string {
  return marketId % 2 === 0 ? 'day:even' : 'day:odd'
}

export function createEngineSide(
  {
    markets,
    feeMode,
    isRealOpeningBlocked,
    onWritten,
    createTriggers,
    sliceLimits,
    tickLagMs = () => 0,
  }: EngineSideParts,
  counts: EventCounts,
): EngineSide {
  const time = createFakeTimers(startMs)
  const board = createBoard(markets, [])
  const limits = sliceLimits ?? defaultLimits
  let writtenSinceEvent: BatchRecords[] = []
  const store = createMemoryStore((batch) => {
    writtenSinceEvent.push(batch)
    onWritten?.(batch)
  })
  const random = createSeededBytes(1)
  const trail: string[] = []
  const alarms: string[] = []
  const tickTimes = new Map<number, number>()
  let left: number[] = []
  let seq = 0
  let starts = 0
  let current: Running | undefined

  function running(): Running {
    if (current === undefined) throw new Error('the engine is not running')
    return current
  }
  /** Timestamps never decrease within a market, but may between markets. */
  function tickTimeOf(marketId: number): number {
    const timeMs = Math.max(tickTimes.get(marketId) ?? 0, time.clock.now() - tickLagMs())
    tickTimes.set(marketId, timeMs)
    return timeMs
  }
  /** Slices are the only timers that are due at once. */
  function isSlicePlanned(): boolean {
    return time.pending()[0] === 0
  }
  function trace(...parts: readonly unknown[]): void {
    trail.push(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '))
    if (trail.length > maxTrail) trail.shift()
  }
  return {
    store,
    board,
    time,
    running,
    answerOf: (ask) => settled(ask(running().engine), time),
    async start() {
      starts += 1
      trace('start')
      current = await startEngine({
        store,
        markets,
        feeMode,
        isRealOpeningBlocked,
        lastPrices: markets.map(({ id }) => ({ marketId: id, ...board.now(id) })),
        time,
        random,
        holder: `day ${starts}`,
        createTriggers,
        sliceLimits,
        publish: (change) => void left.push(...endedOrdersOf(change)),
        alarm: (sentence) => void alarms.push(sentence),
      })
    },
    nextEvent(marketId, what) {
      seq += 1
      const timeMs = typeof what === 'string' ? time.clock.now() : tickTimeOf(marketId)
      trace(marketId, what, `#${seq} at ${timeMs - startMs} ms`)
      const about = { marketId, timeMs, seq }
      return typeof what === 'string'
        ? { kind: 'state', state: what, ...about }
        : { kind: 'quote', ...what, ...about, source: sourceOf(marketId) }
    },
    sendEvent(event) {
      writtenSinceEvent = []
      board.apply(event)
      running().send(event)
    },
    async runSlices() {
      for (let turns = 0; turns < maxTurnsToSettle; turns += 1) {
        await turn()
        if (!isSlicePlanned()) return
        time.advance(0)
      }
      throw new Error('the engine did not get on with its deferred accounts')
    },
    async waitUntilIdle() {
      for (let turns = 0, commits = -1; turns < maxTurnsToSettle; turns += 1) {
        await turn()
        if (running().engine.isReady() && commits === store.commits() && !isSlicePlanned()) return
        commits = store.commits()
        // After several failed commits in a row the engine pauses.
        time.advance(turns < patientTurns ? 0 : pauseMs)
      }
      throw new Error('the engine did not become idle')
    },
    resetCommitResult(commitResult) {
      const isUsed = commitResult !== 'committed' && store.nextCommitResult() === 'committed'
      store.setCommitResult('committed')
      if (isUsed) counts.add(`commit ${commitResult}`)
      if (isUsed) trace(commitResult)
      return isUsed
    },
    isEvaluatedBeforeLoss(userId) {
      const last = writtenSinceEvent.at(-1)
      if (last === undefined) throw new Error('no batch was written')
      const hasRoom = limits.ms > 0 && quoteRows(last) < limits.rows
      return hasRoom || writtenSinceEvent.some((batch) => batch.accounts.some((one) => one.userId === userId))
    },
    takeNotifiedEnds() {
      const taken = left
      left = []
      return taken
    },
    alarms,
    trace,
    trail,
  }
}

/** Rows that count towards the limit of a slice. The batch contains decisions on one quote only. */
function quoteRows({ accounts, orders, transfers, notices }: BatchRecords): number {
  const rows = [...orders, ...transfers, ...notices]
  const counts = accounts.map((account) => rows.filter(({ userId }) => userId === account.userId).length)
  return counts.reduce((sum, count) => sum + Math.max(1, count), 0)
}

type EngineStart = {
  readonly store: EngineStore
  readonly markets: readonly Market[]
  readonly feeMode: FeeMode
  /** Never by default. */
  readonly isRealOpeningBlocked?: (() => boolean) | undefined
  readonly lastPrices: readonly StartPrice[]
  readonly time: FakeTimers
  readonly random: Random
  readonly holder: string
  readonly publish: EngineParts['publish']
  /** Replaces the default triggers. */
  readonly createTriggers?: CreateTriggers | undefined
  readonly sliceLimits?: EngineParts['sliceLimits'] | undefined
  /** Called for every error that the engine logs. */
  readonly alarm: (sentence: string) => void
}

export type Running = {
  readonly engine: Engine
  readonly send: (event: MarketEvent) => void
  readonly isLost: () => boolean
}

/** Shared by all days, because their values are not checked. */
const metrics = createMetrics()

/** The real engine with a manually driven feed. */
export async function startEngine({
  time,
  feeMode,
  isRealOpeningBlocked = () => false,
  alarm,
  createTriggers,
  sliceLimits,
  ...start
}: EngineStart): Promise<Running> {
  let handler: ((event: MarketEvent) => void) | undefined
  let isLost = false
  const engine = createEngine({
    ...start,
    ...(createTriggers === undefined ? {} : { createTriggers }),
    ...(sliceLimits === undefined ? {} : { sliceLimits }),
    feed: 'day',
    feeMode: () => feeMode,
    isRealOpeningBlocked,
    onMarketEvent(given) {
      handler = given
      return () => {
        handler = undefined
      }
    },
    onLeaseLost() {
      isLost = true
    },
    clock: time.clock,
    timers: time,
    log: {
      error: (...logged: readonly unknown[]) => alarm(logged.map(describe).join(' ')),
      warn: () => undefined,
      info: () => undefined,
    },
    metrics,
  })
  return {
    engine: await settled(engine, time),
    send: (event) => handler?.(event),
    isLost: () => isLost,
  }
}

/** Waits for an answer. Advances the fake clock only when the engine waits for a timer. */
export async function settled<Result>(answer: Promise<Result>, time: FakeTimers): Promise<Result> {
  let isHere = false
  const here = () => {
    isHere = true
  }
  answer.then(here, here)
  for (let turns = 0; turns < maxTurnsToAnswer; turns += 1) {
    await turn()
    if (isHere) return await answer
    time.advance(turns < patientTurns ? 0 : pauseMs)
  }
  throw new Error('the engine did not answer')
}

/** Lets pending work finish: in-memory work needs one turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const maxTurnsToAnswer = 500
const patientTurns = 10
const pauseMs = 20

function describe(logged: unknown): string {
  if (typeof logged === 'string') return logged
  const fault = logged instanceof Object && 'fault' in logged ? logged.fault : undefined
  return fault instanceof Error ? (fault.stack ?? fault.message) : JSON.stringify(logged)
}
