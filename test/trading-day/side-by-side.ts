import type { LiveBoard } from '#core/market/board.ts'
import type { Market } from '#core/market/market.ts'
import type { MarketState } from '#core/market/quote.ts'
import type { FeeMode, Order } from '#core/order/order.ts'
import type {
  AccountOwner,
  CommandKey,
  CommandRequest,
  EngineParts,
  KeyOutcome,
  SubmitResult,
} from '#server/engine/engine.ts'
import type { BatchRecords } from '#server/engine/engine-store.ts'
import type { CreateTriggers } from '#server/engine/triggers/triggers.ts'
import type { FakeTimers } from '#server/platform/fake-timers.ts'
import { createMoneyCheck } from '#test/trading-day/check-money.ts'
import {
  compareAnswers,
  compareOutcomes,
  createComparison,
  Difference,
} from '#test/trading-day/comparison.ts'
import {
  type BurstItem,
  type MarketChange,
  runBurst,
  runRace,
} from '#test/trading-day/concurrent-commands.ts'
import { createEngineSide, settled, turn } from '#test/trading-day/engine-side.ts'
import type { EventCounts } from '#test/trading-day/event-counts.ts'
import type { CommitResult, MemoryTables } from '#test/trading-day/memory-store.ts'
import type { OracleMarket } from '#test/trading-day/oracle/oracle-types.ts'
import { createOracleSide } from '#test/trading-day/oracle-side.ts'
import type { Pair } from '#test/trading-day/scenario/day-markets.ts'

export type SideBySideParts = {
  readonly markets: readonly Market[]
  readonly feeMode: FeeMode
  /** Never by default. It must not change during a step. */
  readonly isRealOpeningBlocked?: () => boolean
  readonly counts: EventCounts
  /** Breaks a rule of the oracle on purpose. */
  readonly tamper?: (market: OracleMarket) => OracleMarket
  readonly onWritten?: (batch: BatchRecords) => void
  readonly createTriggers?: CreateTriggers
  readonly sliceLimits?: EngineParts['sliceLimits']
  /** How old the timestamp of the next quote is. */
  readonly tickLagMs?: () => number
}

export type AskOptions = { readonly key?: CommandKey | undefined; readonly commitResult?: CommitResult }

export type OutcomeOptions = {
  /** Time of the tap; now by default. */
  readonly seenAtMs?: number
  /** The answer to the command that used the key. */
  readonly first?: SubmitResult
  readonly commitResult?: CommitResult
}

export type RaceOptions = { readonly isCommandFirst: boolean; readonly commitResult: CommitResult }

/** Runs the engine and the oracle on the same events and commands. Throws at the first difference. */
export type SideBySide = {
  readonly tables: MemoryTables
  readonly board: LiveBoard
  readonly time: FakeTimers
  readonly start: () => Promise<void>
  /** Registers a user. If `isOpened` is false, the next start opens the account. */
  readonly register: (asker: AccountOwner, isOpened: boolean) => Promise<void>
  readonly quote: (marketId: number, pair: Pair, commitResult?: CommitResult) => Promise<void>
  readonly state: (marketId: number, state: MarketState) => Promise<void>
  readonly submit: (
    asker: AccountOwner,
    request: CommandRequest,
    options?: AskOptions,
  ) => Promise<SubmitResult>
  /** Sends a request again with its key. It must return the first outcome and change nothing. */
  readonly repeat: (
    asker: AccountOwner,
    request: CommandRequest,
    key: CommandKey,
    first: SubmitResult,
  ) => Promise<void>
  /** Requests the outcome of a key, like a client whose answer was lost. */
  readonly outcome: (asker: AccountOwner, key: string, options?: OutcomeOptions) => Promise<KeyOutcome>
  /** Sends a command and an outcome call for its key at the same time; either may be decided first. */
  readonly race: (
    asker: AccountOwner,
    request: CommandRequest,
    key: CommandKey,
    options: RaceOptions,
  ) => Promise<void>
  /** Sends all commands and quotes while the first commit is pending. */
  readonly burst: (items: readonly BurstItem[], commitResult: 'held' | 'held_then_failed') => Promise<void>
  /** Stops the engine, applies these market changes, and starts it again. */
  readonly restart: (meanwhile: readonly MarketChange[]) => Promise<void>
  /** Crashes during a command. Another engine takes over, and the user repeats the command or asks for its outcome. */
  readonly crash: (
    asker: AccountOwner,
    request: CommandRequest,
    key: CommandKey,
    options: { readonly commitResult: 'held' | 'never_answered'; readonly isOutcomeAsked: boolean },
  ) => Promise<SubmitResult>
  readonly sweep: () => Promise<void>
  /** The latest steps, oldest first, to analyse a difference. */
  readonly trail: () => readonly string[]
  readonly compare: () => void
  readonly stop: () => Promise<void>
}

/** For older keys the engine answers `expired`, because their outcomes will soon be deleted. */
const longestAskedMs = 23 * 3_600_000
/** Turns of the event loop that suffice for the lookups in memory and the commit. */
const turnsToCommit = 5

export function createSideBySide({
  markets,
  feeMode,
  isRealOpeningBlocked = () => false,
  counts,
  tamper,
  onWritten,
  createTriggers,
  sliceLimits,
  tickLagMs,
}: SideBySideParts): SideBySide {
  const side = createEngineSide(
    { markets, feeMode, isRealOpeningBlocked, onWritten, createTriggers, sliceLimits, tickLagMs },
    counts,
  )
  const { store, board, time, trace } = side
  const model = createOracleSide({ markets, feeMode, isRealOpeningBlocked }, tamper ?? ((market) => market))
  const checkMoney = createMoneyCheck(store.tables)
  const comparison = createComparison({ tables: store.tables, board, oracle: model.oracle, counts })
  /** Users whose accounts the next start opens. */
  const waiting: AccountOwner[] = []
  /** True if the engine crashed after a commit, but before its notifications. */
  let areNotificationsLost = false

  async function start(): Promise<void> {
    await side.start()
    model.restart()
    for (const asker of waiting.splice(0)) model.openAccount(asker)
  }
  /** Checks that the engine published each ended order once. It never publishes the closed part of a partial close. */
  function compareNotifications(over: readonly Order[]): void {
    const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join(', ')
    const notified = inOrder(side.takeNotifiedEnds())
    const ended = inOrder(over.filter(({ parentId }) => parentId === null).map(({ id }) => id))
    if (!areNotificationsLost && notified !== ended)
      throw new Difference('notified ended orders', notified, ended)
    areNotificationsLost = false
  }

  return {
    tables: store.tables,
    board,
    time,
    start,
    async register(asker, isOpened) {
      trace('register', asker, isOpened)
      store.addUser(asker)
      if (!isOpened) return void waiting.push(asker)
      await side.answerOf((engine) => engine.openAccount(asker))
      model.openAccount(asker)
    },
    async quote(marketId, pair, commitResult = 'committed') {
      const event = side.nextEvent(marketId, pair)
      store.setCommitResult(commitResult)
      side.sendEvent(event)
      await side.waitUntilIdle()
      if (!side.resetCommitResult(commitResult)) model.applyEvent(event)
      else if (commitResult === 'failed' || commitResult === 'fenced_by_next_lease')
        model.applyToBoardOnly(event)
      else model.applyEvent(event, side.isEvaluatedBeforeLoss)
    },
    async state(marketId, state) {
      const event = side.nextEvent(marketId, state)
      side.sendEvent(event)
      await side.waitUntilIdle()
      model.applyEvent(event)
    },
    async submit(asker, request, { key, commitResult = 'committed' } = {}) {
      trace('submit', asker, request, commitResult)
      store.setCommitResult(commitResult)
      const atMs = time.clock.now()
      const answer = await side.answerOf((engine) => engine.submit(asker, request, key))
      side.resetCommitResult(commitResult)
      compareAnswers(answer, model.submit(asker, request, atMs, key?.key), { request, counts })
      return answer
    },
    async repeat(asker, request, key, first) {
      trace('repeat', asker, request)
      const again = await side.answerOf((engine) => engine.submit(asker, request, key))
      if (JSON.stringify(again) !== JSON.stringify(first)) throw new Difference('a repeat', again, first)
      const other = { ...key, fingerprint: 'other' }
      const mismatch = await side.answerOf((engine) => engine.submit(asker, request, other))
      if (mismatch.kind !== 'mismatch') throw new Difference('a key used otherwise', mismatch, 'mismatch')
      counts.add('repeat')
    },
    async outcome(asker, key, { seenAtMs = time.clock.now(), first, commitResult = 'committed' } = {}) {
      const ageMs = time.clock.now() - seenAtMs
      trace('outcome', asker, key, `${ageMs} ms`, commitResult)
      store.setCommitResult(commitResult)
      const keyOutcome = await side.answerOf((engine) => engine.outcomeOf(asker, key, seenAtMs))
      side.resetCommitResult(commitResult)
      const expected = ageMs > longestAskedMs ? ({ kind: 'expired' } as const) : model.outcome(asker, key)
      compareOutcomes(keyOutcome, expected, { first, counts })
      return keyOutcome
    },
    race: (asker, request, key, options) =>
      runRace({ side, model, counts }, { asker, request, key, ...options }),
    burst: (items, commitResult) => runBurst({ side, model, counts }, items, commitResult),
    async restart(meanwhile) {
      trace('stop')
      await side.answerOf((engine) => engine.stop())
      for (const change of meanwhile) {
        const event = side.nextEvent(change.marketId, 'pair' in change ? change.pair : change.state)
        board.apply(event)
        model.applyToBoardOnly(event)
      }
      await start()
      counts.add('restart')
    },
    async crash(asker, request, key, { commitResult, isOutcomeAsked }) {
      trace('crash', asker, request, commitResult)
      const gone = side.running()
      store.setCommitResult(commitResult)
      const unanswered = gone.engine.submit(asker, request, key)
      for (let turns = 0; turns < turnsToCommit; turns += 1) await turn()
      // A written decision was made on the board before the restart; any other decision is made on the board after it.
      const isWritten = commitResult === 'never_answered' && store.nextCommitResult() === 'committed'
      const written = isWritten ? model.submit(asker, request, time.clock.now(), key.key) : undefined
      await start()
      store.release()
      const isUsed = side.resetCommitResult(commitResult)
      await turn()
      if (commitResult === 'held' && isUsed && !gone.isLost())
        throw new Difference('the engine that lost the lease', 'continues', 'stops')
      if (isOutcomeAsked) {
        const keyOutcome = await side.answerOf((engine) => engine.outcomeOf(asker, key.key, time.clock.now()))
        compareOutcomes(keyOutcome, model.outcome(asker, key.key), { counts })
      }
      const atMs = time.clock.now()
      const answer = await side.answerOf((engine) => engine.submit(asker, request, key))
      compareAnswers(answer, written ?? model.submit(asker, request, atMs, key.key), { request, counts })
      if (commitResult === 'held') await settled(unanswered, time)
      else areNotificationsLost = true
      counts.add('crash')
      return answer
    },
    sweep: () => side.answerOf((engine) => engine.sweep()),
    trail: () => side.trail,
    compare() {
      const [fault] = store.faults
      if (fault !== undefined) throw new Error(fault)
      const [alarm] = side.alarms
      if (alarm !== undefined) throw new Error(`the engine raised an alarm: ${alarm}`)
      const [wrong] = checkMoney()
      if (wrong !== undefined) throw new Error(wrong)
      compareNotifications(comparison.step())
    },
    async stop() {
      await side.answerOf((engine) => engine.stop())
      comparison.whole()
    },
  }
}
