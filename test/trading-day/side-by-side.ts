import { createBoard, type LiveBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketEvent, MarketState } from '#core/market/quote.ts'
import type { Order } from '#core/order/order.ts'
import type { FeeMode } from '#core/order/order-terms.ts'
import type { Asked, Asker, RepeatKey, Request } from '#server/engine/engine.ts'
import { createFakeTimers, type FakeTimers } from '#server/platform/fake-timers.ts'
import { createComparison } from '#test/trading-day/compare.ts'
import { compareAnswers } from '#test/trading-day/compare-answers.ts'
import { Difference } from '#test/trading-day/difference.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import { createMemoryStore, type Fate, type MemoryStore } from '#test/trading-day/memory-store.ts'
import type { MemoryTables } from '#test/trading-day/memory-tables.ts'
import type { OracleAnswer, OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'
import { createOracleSide } from '#test/trading-day/oracle-side.ts'
import type { Pair } from '#test/trading-day/scenario/price-walk.ts'
import { type Running, settled, startEngine, turn } from '#test/trading-day/start-engine.ts'

export type SideBySideParts = {
  readonly markets: readonly Market[]
  readonly feeMode: FeeMode
  readonly counts: EventCounts
  /** A rule of the model that is broken on purpose. */
  readonly tamper?: (market: OracleMarket) => OracleMarket
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

export type Quoted = { readonly marketId: number; readonly pair: Pair }
export type Deed = Quoted | { readonly asker: Asker; readonly request: Request }

const startMs = Date.UTC(2026, 0, 5)

export function createSideBySide({ markets, feeMode, counts, tamper }: SideBySideParts): SideBySide {
  const time = createFakeTimers(startMs)
  const board = createBoard(markets, [])
  const store: MemoryStore = createMemoryStore()
  const model = createOracleSide(markets, feeMode, tamper ?? ((market) => market))
  const comparison = createComparison({ tables: store.tables, board, oracle: model.oracle, counts })
  const waitingUsers: Asker[] = []
  const trail: string[] = []
  const alarms: string[] = []
  /** Ids that somebody was told have left the lists. */
  let left: number[] = []
  /** Gone with what it had written but not told of yet. */
  let isUntold = false
  let seq = 0
  let starts = 0
  let running: Running | undefined

  function now(): Running {
    if (running === undefined) throw new Error('the engine is not running')
    return running
  }
  async function start(): Promise<void> {
    starts += 1
    note('start')
    const lastPrices = markets.map(({ id }) => ({ marketId: id, ...board.now(id) }))
    running = await startEngine({
      store,
      markets,
      feeMode,
      lastPrices,
      time,
      holder: `day ${starts}`,
      publish: (change) => void left.push(...change.left),
      alarm: (sentence) => void alarms.push(sentence),
    })
    for (const asker of waitingUsers.sort((a, b) => a.userId - b.userId)) model.openAccount(asker)
    waitingUsers.length = 0
  }
  function eventOf(marketId: number, what: Pair | MarketState): MarketEvent {
    seq += 1
    note(marketId, what, `#${seq}`)
    const about = { marketId, timeMs: time.clock.now(), seq }
    return typeof what === 'string'
      ? { kind: 'state', state: what, ...about }
      : { kind: 'quote', ...what, ...about }
  }
  function note(...deed: readonly unknown[]): void {
    trail.push(deed.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '))
    if (trail.length > longestTrail) trail.shift()
  }
  /** Until nothing is on its way any more. */
  async function quiet(): Promise<void> {
    for (let turns = 0, commits = -1; turns < mostTurns; turns += 1) {
      await turn()
      if (now().engine.isReady() && commits === store.commits()) return
      commits = store.commits()
      time.advance(0)
    }
    throw new Error('the engine never came to rest')
  }
  function tell(event: MarketEvent): void {
    board.apply(event)
    now().tell(event)
  }
  /** Whether the next commit met what was prepared for it. */
  function hasMet(fate: Fate): boolean {
    const isMet = fate !== 'kept' && store.fate() === 'kept'
    store.setFate('kept')
    if (isMet) counts.add(`commit ${fate}`)
    return isMet
  }

  /** Whoever watches is told of each order that is over, once. The closed part of an order was never on a list. */
  function compareTold(over: readonly Order[]): void {
    const ids = over.filter(({ parentId }) => parentId === null).map(({ id }) => id)
    const inOrder = (all: readonly number[]) => all.toSorted((a, b) => a - b).join(', ')
    if (!isUntold && inOrder(left) !== inOrder(ids))
      throw new Difference('what was told to be over', inOrder(left), inOrder(ids))
    left = []
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
      if (!isOpened) return void waitingUsers.push(asker)
      await settled(now().engine.openAccount(asker), time)
      model.openAccount(asker)
    },
    async quote(marketId, pair, fate = 'kept') {
      const event = eventOf(marketId, pair)
      store.setFate(fate)
      tell(event)
      await quiet()
      const isMet = hasMet(fate)
      if (isMet) note(fate)
      const isLost = isMet && (fate === 'lost' || fate === 'overtaken')
      if (isLost) model.note(event)
      else model.hear(event)
    },
    async state(marketId, state) {
      const event = eventOf(marketId, state)
      tell(event)
      await quiet()
      model.hear(event)
    },
    async ask(asker, request, { key, fate = 'kept' } = {}) {
      note('ask', asker, request, fate)
      store.setFate(fate)
      const asked = await settled(now().engine.ask(asker, request, key), time)
      hasMet(fate)
      compareAnswers(asked, model.ask(asker, request), { request, counts })
      return asked
    },
    async repeat(asker, request, key, first) {
      const again = await settled(now().engine.ask(asker, request, key), time)
      if (JSON.stringify(again) !== JSON.stringify(first)) throw new Difference('a repeat', again, first)
      const other = { ...key, fingerprint: 'other' }
      const mismatch = await settled(now().engine.ask(asker, request, other), time)
      if (mismatch.kind !== 'mismatch') throw new Difference('a key used otherwise', mismatch, 'mismatch')
      counts.add('repeat')
    },
    async burst(deeds, fate) {
      note('burst', fate)
      store.setFate(fate)
      const lost: (() => void)[] = []
      const answers: { readonly asked: Promise<Asked>; readonly compare: (asked: Asked) => void }[] = []
      // From the first commit on nothing of it is written; where that fails in the end, it is decided anew.
      const isLost = () => fate === 'held_lost' && store.fate() !== fate
      for (const deed of deeds) {
        if ('pair' in deed) {
          const event = eventOf(deed.marketId, deed.pair)
          tell(event)
          await turn()
          if (isLost()) model.note(event)
          else model.hear(event)
        } else {
          const { asker, request } = deed
          note('ask', asker, request)
          const asked = now().engine.ask(asker, request)
          await turn()
          let expected: OracleAnswer = { kind: 'nothing' }
          const decide = () => {
            expected = model.ask(asker, request)
          }
          if (isLost()) lost.push(decide)
          else decide()
          answers.push({ asked, compare: (told) => compareAnswers(told, expected, { request, counts }) })
        }
      }
      for (const decide of lost) decide()
      store.letGo()
      hasMet(fate)
      for (const { asked, compare } of answers) compare(await settled(asked, time))
      await quiet()
    },
    async restart(meanwhile) {
      note('stop')
      await settled(now().engine.stop(), time)
      for (const { marketId, pair } of meanwhile) {
        const event = eventOf(marketId, pair)
        board.apply(event)
        model.note(event)
      }
      await start()
      counts.add('restart')
    },
    async crash(asker, request, key, fate) {
      note('crash', asker, request, fate)
      const gone = now()
      store.setFate(fate)
      const unheard = gone.engine.ask(asker, request, key)
      await turn()
      await start()
      store.letGo()
      hasMet(fate)
      await turn()
      if (fate === 'held' && !gone.isLost())
        throw new Difference('the one that was overtaken', 'goes on', 'stops')
      const asked = await settled(now().engine.ask(asker, request, key), time)
      compareAnswers(asked, model.ask(asker, request), { request, counts })
      if (fate === 'held') await settled(unheard, time)
      else isUntold = true
      counts.add('crash')
      return asked
    },
    trail: () => trail,
    sweep: () => settled(now().engine.sweep(), time),
    compare() {
      const [fault] = store.faults
      if (fault !== undefined) throw new Error(fault)
      const [alarm] = alarms
      if (alarm !== undefined) throw new Error(`the engine raised an alarm: ${alarm}`)
      compareTold(comparison.step())
    },
    async stop() {
      await settled(now().engine.stop(), time)
      comparison.whole()
    },
  }
}

const mostTurns = 500
const longestTrail = 12
