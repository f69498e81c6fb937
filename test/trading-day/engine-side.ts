import { createBoard, type LiveBoard, type StartPrice } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent, MarketState } from '#core/market/quote.ts'
import type { FeeMode } from '#core/order/order.ts'
import { createEngine, type Engine, type EngineParts } from '#server/engine/engine.ts'
import type { BatchRecords, EngineStore } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import { createMemoryStore, type Fate, type MemoryStore } from '#test/trading-day/memory-store.ts'
import type { Pair } from '#test/trading-day/scenario/day-markets.ts'

/** The engine of the day, whichever of its lives it is in, with its store, its feed and its time. */
export type EngineSide = {
  readonly store: MemoryStore
  readonly board: LiveBoard
  readonly time: FakeTimers
  readonly start: () => Promise<void>
  readonly running: () => Running
  /** What the engine that runs answers. */
  readonly heard: <Answer>(ask: (engine: Engine) => Promise<Answer>) => Promise<Answer>
  /** The next event there is; whoever is to hear it is told separately. */
  readonly eventOf: (marketId: number, what: Pair | MarketState) => MarketEvent
  readonly tell: (event: MarketEvent) => void
  /** Until nothing is on its way any more. */
  readonly quiet: () => Promise<void>
  /** Whether a commit has met what was prepared for it. From here on commits are kept again. */
  readonly hasMet: (fate: Fate) => boolean
  /** Ids that somebody was told have left the lists, since this was asked last. */
  readonly takeLeft: () => readonly number[]
  /** What nobody should ever have heard. */
  readonly alarms: readonly string[]
  readonly note: (...deed: readonly unknown[]) => void
  /** What was done last, oldest first. */
  readonly trail: readonly string[]
}

/** `onWritten` is told of every batch that was written. */
type EngineSideParts = Pick<EngineStart, 'markets' | 'feeMode'> & {
  readonly onWritten?: ((batch: BatchRecords) => void) | undefined
  readonly createTriggers?: CreateTriggers | undefined
  /** How much older the next quote is than now, by its own clock. None by default. */
  readonly tickLagMs?: (() => number) | undefined
}

const startMs = Date.UTC(2026, 0, 5)
const maxTurnsToSettle = 500
const longestTrail = 12

export function createEngineSide(
  { markets, feeMode, onWritten, createTriggers, tickLagMs = () => 0 }: EngineSideParts,
  counts: EventCounts,
): EngineSide {
  const time = createFakeTimers(startMs)
  const board = createBoard(markets, [])
  const store = createMemoryStore(onWritten)
  const trail: string[] = []
  const alarms: string[] = []
  const tickTimes = new Map<number, number>()
  let left: number[] = []
  let seq = 0
  let starts = 0
  let life: Running | undefined

  function running(): Running {
    if (life === undefined) throw new Error('the engine is not running')
    return life
  }
  /** Quotes of one market never go back in time; those of different markets may. */
  function tickTimeOf(marketId: number): number {
    const timeMs = Math.max(tickTimes.get(marketId) ?? 0, time.clock.now() - tickLagMs())
    tickTimes.set(marketId, timeMs)
    return timeMs
  }
  function note(...deed: readonly unknown[]): void {
    trail.push(deed.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '))
    if (trail.length > longestTrail) trail.shift()
  }
  return {
    store,
    board,
    time,
    running,
    heard: (ask) => settled(ask(running().engine), time),
    async start() {
      starts += 1
      note('start')
      life = await startEngine({
        store,
        markets,
        feeMode,
        lastPrices: markets.map(({ id }) => ({ marketId: id, ...board.now(id) })),
        time,
        holder: `day ${starts}`,
        createTriggers,
        publish: (change) => void left.push(...change.endedOrders),
        alarm: (sentence) => void alarms.push(sentence),
      })
    },
    eventOf(marketId, what) {
      seq += 1
      const timeMs = typeof what === 'string' ? time.clock.now() : tickTimeOf(marketId)
      note(marketId, what, `#${seq} at ${timeMs - startMs} ms`)
      const about = { marketId, timeMs, seq }
      return typeof what === 'string'
        ? { kind: 'state', state: what, ...about }
        : { kind: 'quote', ...what, ...about }
    },
    tell(event) {
      board.apply(event)
      running().tell(event)
    },
    async quiet() {
      for (let turns = 0, commits = -1; turns < maxTurnsToSettle; turns += 1) {
        await turn()
        if (running().engine.isReady() && commits === store.commits()) return
        commits = store.commits()
        time.advance(0)
      }
      throw new Error('the engine never came to rest')
    },
    hasMet(fate) {
      const isMet = fate !== 'kept' && store.fate() === 'kept'
      store.setFate('kept')
      if (isMet) counts.add(`commit ${fate}`)
      if (isMet) note(fate)
      return isMet
    },
    takeLeft() {
      const taken = left
      left = []
      return taken
    },
    alarms,
    note,
    trail,
  }
}

type EngineStart = {
  readonly store: EngineStore
  readonly markets: readonly Market[]
  readonly feeMode: FeeMode
  readonly lastPrices: readonly StartPrice[]
  readonly time: FakeTimers
  readonly holder: string
  readonly publish: EngineParts['publish']
  /** In place of the usual ones. */
  readonly createTriggers?: CreateTriggers | undefined
  /** What nobody should ever hear. */
  readonly alarm: (sentence: string) => void
}

export type Running = {
  readonly engine: Engine
  readonly tell: (event: MarketEvent) => void
  readonly isLost: () => boolean
}

/** They are counted, not looked at, and one set of them lasts for all days. */
const metrics = createMetrics()

/** The real engine, on a feed that the day plays by hand. */
export async function startEngine({
  time,
  feeMode,
  alarm,
  createTriggers,
  ...start
}: EngineStart): Promise<Running> {
  let handler: ((event: MarketEvent) => void) | undefined
  let isLost = false
  const engine = createEngine({
    ...start,
    ...(createTriggers === undefined ? {} : { createTriggers }),
    feed: 'day',
    feeMode: () => feeMode,
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
      error: (...told: readonly unknown[]) => alarm(told.map(inWords).join(' ')),
      warn: () => undefined,
      info: () => undefined,
    },
    metrics,
  })
  return {
    engine: await settled(engine, time),
    tell: (event) => handler?.(event),
    isLost: () => isLost,
  }
}

/** Waits for an answer. Time stands still while things go their way, and moves on where they wait for it. */
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
  throw new Error('the engine never answered')
}

/** As long as anything is on its way. What is in memory needs no more than a turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

const maxTurnsToAnswer = 500
const patientTurns = 10
const pauseMs = 20

function inWords(told: unknown): string {
  if (typeof told === 'string') return told
  const fault = told instanceof Object && 'fault' in told ? told.fault : undefined
  return fault instanceof Error ? (fault.stack ?? fault.message) : JSON.stringify(told)
}
