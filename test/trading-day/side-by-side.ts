import type { LiveBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketState } from '#core/market/quote.ts'
import type { Order } from '#core/order/order.ts'
import type { FeeMode } from '#core/order/order-terms.ts'
import type { Asked, Asker, RepeatKey, Request } from '#server/engine/engine.ts'
import type { BatchRecords } from '#server/engine/records.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import type { FakeTimers } from '#server/platform/fake-timers.ts'
import { createComparison } from '#test/trading-day/compare.ts'
import { compareAnswers } from '#test/trading-day/compare-answers.ts'
import { Difference } from '#test/trading-day/difference.ts'
import { createEngineSide } from '#test/trading-day/engine-side.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import type { Fate } from '#test/trading-day/memory-store.ts'
import type { MemoryTables } from '#test/trading-day/memory-tables.ts'
import type { OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'
import { createOracleSide } from '#test/trading-day/oracle-side.ts'
import { type Deed, type Quoted, runBurst } from '#test/trading-day/run-burst.ts'
import type { Pair } from '#test/trading-day/scenario/price-walk.ts'
import { settled, turn } from '#test/trading-day/start-engine.ts'

export type SideBySideParts = {
  readonly markets: readonly Market[]
  readonly feeMode: FeeMode
  readonly counts: EventCounts
  /** A rule of the model that is broken on purpose. */
  readonly tamper?: (market: OracleMarket) => OracleMarket
  readonly onWritten?: (batch: BatchRecords) => void
  readonly createTriggers?: CreateTriggers
}

export type AskOptions = { readonly key?: RepeatKey | undefined; readonly fate?: Fate }

/** The real engine and the model, on the same events and commands. Whatever they do not agree on is thrown. */
export type SideBySide = {
  readonly tables: MemoryTables
  readonly board: LiveBoard
  readonly time: FakeTimers
  readonly start: () => Promise<void>
  /** Somebody registers; with `isOpened` false their account is left for the next start to open. */
  readonly register: (asker: Asker, isOpened: boolean) => Promise<void>
  readonly quote: (marketId: number, pair: Pair, fate?: Fate) => Promise<void>
  readonly state: (marketId: number, state: MarketState) => Promise<void>
  readonly ask: (asker: Asker, request: Request, options?: AskOptions) => Promise<Asked>
  /** The same key again: the first outcome, and nothing done. */
  readonly repeat: (asker: Asker, request: Request, key: RepeatKey, first: Asked) => Promise<void>
  /** All of it decided while the first commit is still on its way. */
  readonly burst: (deeds: readonly Deed[], fate: 'held' | 'held_lost') => Promise<void>
  /** Stopped and started again; meanwhile these quotes come. */
  readonly restart: (meanwhile: readonly Quoted[]) => Promise<void>
  /** Gone in the middle of a command, and another takes over; whoever asked asks again. */
  readonly crash: (asker: Asker, request: Request, key: RepeatKey, fate: 'held' | 'silent') => Promise<Asked>
  readonly sweep: () => Promise<void>
  /** What was done last, oldest first: for whoever has to understand a difference. */
  readonly trail: () => readonly string[]
  readonly compare: () => void
  readonly stop: () => Promise<void>
}

export function createSideBySide({
  markets,
  feeMode,
  counts,
  tamper,
  onWritten,
  createTriggers,
}: SideBySideParts): SideBySide {
  const side = createEngineSide({ markets, feeMode, onWritten, createTriggers }, counts)
  const { store, board, time, note } = side
  const model = createOracleSide(markets, feeMode, tamper ?? ((market) => market))
  const comparison = createComparison({ tables: store.tables, board, oracle: model.oracle, counts })
  /** Those whose account the next start opens. */
  const waiting: Asker[] = []
  /** Gone with what it had written but not told of yet. */
  let isUntold = false

  async function start(): Promise<void> {
    await side.start()
    for (const asker of waiting.splice(0)) model.openAccount(asker)
  }
  /** Whoever watches is told of each order that is over, once. The closed part of an order was never on a list. */
  function compareTold(over: readonly Order[]): void {
    const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join(', ')
    const told = inOrder(side.takeLeft())
    const ended = inOrder(over.filter(({ parentId }) => parentId === null).map(({ id }) => id))
    if (!isUntold && told !== ended) throw new Difference('what was told to be over', told, ended)
    isUntold = false
  }

  return {
    tables: store.tables,
    board,
    time,
    start,
    async register(asker, isOpened) {
      note('register', asker, isOpened)
      store.addUser(asker)
      if (!isOpened) return void waiting.push(asker)
      await side.heard((engine) => engine.openAccount(asker))
      model.openAccount(asker)
    },
    async quote(marketId, pair, fate = 'kept') {
      const event = side.eventOf(marketId, pair)
      store.setFate(fate)
      side.tell(event)
      await side.quiet()
      const isLost = side.hasMet(fate) && (fate === 'lost' || fate === 'overtaken')
      if (isLost) model.note(event)
      else model.hear(event)
    },
    async state(marketId, state) {
      const event = side.eventOf(marketId, state)
      side.tell(event)
      await side.quiet()
      model.hear(event)
    },
    async ask(asker, request, { key, fate = 'kept' } = {}) {
      note('ask', asker, request, fate)
      store.setFate(fate)
      const asked = await side.heard((engine) => engine.ask(asker, request, key))
      side.hasMet(fate)
      compareAnswers(asked, model.ask(asker, request), { request, counts })
      return asked
    },
    async repeat(asker, request, key, first) {
      note('repeat', asker, request)
      const again = await side.heard((engine) => engine.ask(asker, request, key))
      if (JSON.stringify(again) !== JSON.stringify(first)) throw new Difference('a repeat', again, first)
      const other = { ...key, fingerprint: 'other' }
      const mismatch = await side.heard((engine) => engine.ask(asker, request, other))
      if (mismatch.kind !== 'mismatch') throw new Difference('a key used otherwise', mismatch, 'mismatch')
      counts.add('repeat')
    },
    burst: (deeds, fate) => runBurst({ side, model, counts }, deeds, fate),
    async restart(meanwhile) {
      note('stop')
      await side.heard((engine) => engine.stop())
      for (const { marketId, pair } of meanwhile) {
        const event = side.eventOf(marketId, pair)
        board.apply(event)
        model.note(event)
      }
      await start()
      counts.add('restart')
    },
    async crash(asker, request, key, fate) {
      note('crash', asker, request, fate)
      const gone = side.running()
      store.setFate(fate)
      const unheard = gone.engine.ask(asker, request, key)
      await turn()
      await start()
      store.letGo()
      const isMet = side.hasMet(fate)
      await turn()
      if (fate === 'held' && isMet && !gone.isLost())
        throw new Difference('the one that was overtaken', 'goes on', 'stops')
      const asked = await side.heard((engine) => engine.ask(asker, request, key))
      compareAnswers(asked, model.ask(asker, request), { request, counts })
      if (fate === 'held') await settled(unheard, time)
      else isUntold = true
      counts.add('crash')
      return asked
    },
    sweep: () => side.heard((engine) => engine.sweep()),
    trail: () => side.trail,
    compare() {
      const [fault] = store.faults
      if (fault !== undefined) throw new Error(fault)
      const [alarm] = side.alarms
      if (alarm !== undefined) throw new Error(`the engine raised an alarm: ${alarm}`)
      compareTold(comparison.step())
    },
    async stop() {
      await side.heard((engine) => engine.stop())
      comparison.whole()
    },
  }
}
