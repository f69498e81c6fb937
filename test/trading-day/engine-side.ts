import { createBoard, type LiveBoard } from '#core/market/board.ts'
import type { MarketEvent, MarketState } from '#core/market/quote.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { BatchRecords } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import { createMemoryStore, type Fate, type MemoryStore } from '#test/trading-day/memory-store.ts'
import type { Pair } from '#test/trading-day/scenario/price-walk.ts'
import { type EngineStart, type Running, settled, startEngine, turn } from '#test/trading-day/start-engine.ts'

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
const mostTurns = 500
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
      for (let turns = 0, commits = -1; turns < mostTurns; turns += 1) {
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
