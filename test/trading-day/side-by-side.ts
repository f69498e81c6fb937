import type { LiveBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketState } from '#core/market/quote.ts'
import type { FeeMode, Order } from '#core/order/order.ts'
import type {
  AccountOwner,
  CommandKey,
  CommandRequest,
  KeyOutcome,
  SubmitResult,
} from '#server/engine/engine.ts'
import type { BatchRecords } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import type { FakeTimers } from '#server/platform/fake-timers.ts'
import {
  compareAnswers,
  compareOutcomes,
  createComparison,
  Difference,
} from '#test/trading-day/comparison.ts'
import { type Deed, type MarketDeed, runBurst, runRace } from '#test/trading-day/concurrent-commands.ts'
import { createEngineSide, settled, turn } from '#test/trading-day/engine-side.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import type { Fate, MemoryTables } from '#test/trading-day/memory-store.ts'
import type { OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'
import { createOracleSide } from '#test/trading-day/oracle-side.ts'
import type { Pair } from '#test/trading-day/scenario/day-markets.ts'

export type SideBySideParts = {
  readonly markets: readonly Market[]
  readonly feeMode: FeeMode
  readonly counts: EventCounts
  /** A rule of the model that is broken on purpose. */
  readonly tamper?: (market: OracleMarket) => OracleMarket
  readonly onWritten?: (batch: BatchRecords) => void
  readonly createTriggers?: CreateTriggers
  /** How much older the next quote is than now, by its own clock. */
  readonly tickLagMs?: () => number
}

export type AskOptions = { readonly key?: CommandKey | undefined; readonly fate?: Fate }

export type OutcomeOptions = {
  /** When the user tapped; now by default. */
  readonly seenAtMs?: number
  /** What was answered when the key was used. */
  readonly first?: SubmitResult
  readonly fate?: Fate
}

export type RaceOptions = { readonly isAskedFirst: boolean; readonly fate: Fate }

/** The real engine and the model, on the same events and commands. Whatever they do not agree on is thrown. */
export type SideBySide = {
  readonly tables: MemoryTables
  readonly board: LiveBoard
  readonly time: FakeTimers
  readonly start: () => Promise<void>
  /** Somebody registers; with `isOpened` false their account is left for the next start to open. */
  readonly register: (asker: AccountOwner, isOpened: boolean) => Promise<void>
  readonly quote: (marketId: number, pair: Pair, fate?: Fate) => Promise<void>
  readonly state: (marketId: number, state: MarketState) => Promise<void>
  readonly ask: (asker: AccountOwner, request: CommandRequest, options?: AskOptions) => Promise<SubmitResult>
  /** The same key again: the first outcome, and nothing done. */
  readonly repeat: (
    asker: AccountOwner,
    request: CommandRequest,
    key: CommandKey,
    first: SubmitResult,
  ) => Promise<void>
  /** A client whose answer was lost asks what became of its key. */
  readonly outcome: (asker: AccountOwner, key: string, options?: OutcomeOptions) => Promise<KeyOutcome>
  /** A command and the question for its outcome under way at the same time: either may be decided first. */
  readonly race: (
    asker: AccountOwner,
    request: CommandRequest,
    key: CommandKey,
    options: RaceOptions,
  ) => Promise<void>
  /** All of it decided while the first commit is still on its way. */
  readonly burst: (deeds: readonly Deed[], fate: 'held' | 'held_lost') => Promise<void>
  /** Stopped and started again; meanwhile these events come. */
  readonly restart: (meanwhile: readonly MarketDeed[]) => Promise<void>
  /** Gone in the middle of a command, and another takes over; the user asks again, perhaps for the outcome first. */
  readonly crash: (
    asker: AccountOwner,
    request: CommandRequest,
    key: CommandKey,
    options: { readonly fate: 'held' | 'silent'; readonly isOutcomeAsked: boolean },
  ) => Promise<SubmitResult>
  readonly sweep: () => Promise<void>
  /** What was done last, oldest first: for whoever has to understand a difference. */
  readonly trail: () => readonly string[]
  readonly compare: () => void
  readonly stop: () => Promise<void>
}

/** Outcomes are kept for a day; past this age of a key nothing is said of it. */
const longestAskedMs = 23 * 3_600_000
/** Look-ups in memory and the commit that follows take no longer. */
const turnsToCommit = 5

export function createSideBySide({
  markets,
  feeMode,
  counts,
  tamper,
  onWritten,
  createTriggers,
  tickLagMs,
}: SideBySideParts): SideBySide {
  const side = createEngineSide({ markets, feeMode, onWritten, createTriggers, tickLagMs }, counts)
  const { store, board, time, note } = side
  const model = createOracleSide(markets, feeMode, tamper ?? ((market) => market))
  const comparison = createComparison({ tables: store.tables, board, oracle: model.oracle, counts })
  /** Those whose account the next start opens. */
  const waiting: AccountOwner[] = []
  /** Gone with what it had written but not told of yet. */
  let isUntold = false

  async function start(): Promise<void> {
    await side.start()
    model.restart()
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
      const atMs = time.clock.now()
      const asked = await side.heard((engine) => engine.submit(asker, request, key))
      side.hasMet(fate)
      compareAnswers(asked, model.ask(asker, request, atMs, key?.key), { request, counts })
      return asked
    },
    async repeat(asker, request, key, first) {
      note('repeat', asker, request)
      const again = await side.heard((engine) => engine.submit(asker, request, key))
      if (JSON.stringify(again) !== JSON.stringify(first)) throw new Difference('a repeat', again, first)
      const other = { ...key, fingerprint: 'other' }
      const mismatch = await side.heard((engine) => engine.submit(asker, request, other))
      if (mismatch.kind !== 'mismatch') throw new Difference('a key used otherwise', mismatch, 'mismatch')
      counts.add('repeat')
    },
    async outcome(asker, key, { seenAtMs = time.clock.now(), first, fate = 'kept' } = {}) {
      const ageMs = time.clock.now() - seenAtMs
      note('outcome', asker, key, `${ageMs} ms`, fate)
      store.setFate(fate)
      const told = await side.heard((engine) => engine.outcomeOf(asker, key, seenAtMs))
      side.hasMet(fate)
      const expected = ageMs > longestAskedMs ? ({ kind: 'expired' } as const) : model.outcome(asker, key)
      compareOutcomes(told, expected, { first, counts })
      return told
    },
    race: (asker, request, key, options) =>
      runRace({ side, model, counts }, { asker, request, key, ...options }),
    burst: (deeds, fate) => runBurst({ side, model, counts }, deeds, fate),
    async restart(meanwhile) {
      note('stop')
      await side.heard((engine) => engine.stop())
      for (const deed of meanwhile) {
        const event = side.eventOf(deed.marketId, 'pair' in deed ? deed.pair : deed.state)
        board.apply(event)
        model.note(event)
      }
      await start()
      counts.add('restart')
    },
    async crash(asker, request, key, { fate, isOutcomeAsked }) {
      note('crash', asker, request, fate)
      const gone = side.running()
      store.setFate(fate)
      const unheard = gone.engine.submit(asker, request, key)
      for (let turns = 0; turns < turnsToCommit; turns += 1) await turn()
      // A written decision was made on the board before the restart, any other one is made on the board after it.
      const isWritten = fate === 'silent' && store.fate() === 'kept'
      const written = isWritten ? model.ask(asker, request, time.clock.now(), key.key) : undefined
      await start()
      store.letGo()
      const isMet = side.hasMet(fate)
      await turn()
      if (fate === 'held' && isMet && !gone.isLost())
        throw new Difference('the one that was overtaken', 'goes on', 'stops')
      if (isOutcomeAsked) {
        const told = await side.heard((engine) => engine.outcomeOf(asker, key.key, time.clock.now()))
        compareOutcomes(told, model.outcome(asker, key.key), { counts })
      }
      const atMs = time.clock.now()
      const asked = await side.heard((engine) => engine.submit(asker, request, key))
      compareAnswers(asked, written ?? model.ask(asker, request, atMs, key.key), { request, counts })
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
