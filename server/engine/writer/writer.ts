import type { Command } from '#core/decision/command.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import type { EngineParts } from '#server/engine/engine-types.ts'
import { createQuoteEvaluator } from '#server/engine/evaluate-quote.ts'
import { createDecider, createExecuteCommand } from '#server/engine/execute-command.ts'
import { createCommandQueue } from '#server/engine/intake/command-queue.ts'
import { createInternalRequest, type PendingRequest } from '#server/engine/intake/pending-request.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import { createFrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import type { IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import { createRecentMovements } from '#server/engine/state/recently-changed.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'
import {
  answerRequests,
  type Batch,
  pendingIn,
  publishChanges,
  usersIn,
} from '#server/engine/writer/batch.ts'
import {
  type IsolationSteps,
  isolateBadCommand,
  type WriteResult,
} from '#server/engine/writer/isolate-bad-command.ts'
import { createLeaseHolder, type FailedCommit } from '#server/engine/writer/lease-holder.ts'
import { createOpenBatch } from '#server/engine/writer/open-batch.ts'
import { createQuoteSlices, sliceLimits } from '#server/engine/writer/quote-slices.ts'
import { undoDecisions } from '#server/engine/writer/recovery.ts'
import { createRetryPause } from '#server/engine/writer/retry-pause.ts'
import { sendBatch } from '#server/engine/writer/send-batch.ts'
import { stopBoundsMs } from '#server/platform/stop-bounds.ts'
import { nextTurn } from '#server/platform/timers.ts'

export type WriterParts = EngineParts & {
  readonly board: LiveBoard
  readonly accounts: AccountState
  readonly triggers: Triggers
  readonly idempotency: IdempotencyCache
}

/**
 * `running`: decides commands as they arrive and commits a batch whenever no commit is in flight.
 * `loading`: loads all state at the start. `recovering`: a commit failed; prices are applied but not evaluated, and
 * commands wait until it is known whether the batch was written, and until the pause after repeated failures is over.
 * `isolating`: repeats a batch that the database refused, one command at a time.
 * `lost`: another process holds the lease. `stopped`: final.
 */
type State = 'loading' | 'running' | 'recovering' | 'isolating' | 'lost' | 'stopped'

export type Writer = {
  readonly start: () => Promise<void>
  /** Every request is settled eventually. */
  readonly enqueue: (pending: PendingRequest) => void
  readonly applyMarketEvent: (event: MarketEvent) => void
  readonly isReady: () => boolean
  /** Needed because an idle engine commits nothing, and so would not notice that its lease is gone. */
  readonly checkLease: () => Promise<void>
  readonly forgetBefore: (ms: number) => void
  /** Stores freezes that could not be stored before. */
  readonly retryFreezes: () => void
  /** Unloads accounts that have no orders and have not been used for a while. */
  readonly unloadIdle: (isHeld: (userId: number) => boolean) => void
  readonly stop: () => Promise<void>
}

/** The single writer: decides in memory, commits in batches, and acknowledges only after the commit. */
export function createWriter(parts: WriterParts): Writer {
  const { board, triggers, accounts, idempotency, store, clock, log, metrics } = parts
  const movements = createRecentMovements()
  const commands = createCommandQueue()
  const frozen = createFrozenAccounts({ ...parts, queue: queueFreeze })
  const decider = createDecider({ ...parts, movements, frozen })
  const quotes = createQuoteEvaluator({ ...parts, decider, frozen })
  const { watchAllAccounts, deferred } = quotes
  const leaseHolder = createLeaseHolder({
    ...parts,
    movements,
    frozen,
    loadIds: decider.load,
    watchAllAccounts,
  })
  const { markDirty } = triggers
  const { catchUp } = deferred
  const execute = createExecuteCommand({ idempotency, decider, frozen, catchUp, markDirty })
  const recoveryParts = { store, accounts, triggers, idempotency, movements, frozen, decider }
  const retryPause = createRetryPause(parts.timers)
  const limits = parts.sliceLimits ?? sliceLimits
  const open = createOpenBatch()
  const isRunning = () => state === 'running'
  const slices = createQuoteSlices({ ...parts, quotes, open, limits, isRunning, work })
  const isolation: IsolationSteps = {
    execute,
    quotes,
    frozen,
    isOver,
    begin: () => enter('isolating'),
    write,
  }
  let state: State = 'loading'
  let isStopping = false
  let inFlight: Batch | undefined
  /** Requests whose decisions were undone, while a bad command among them is isolated. */
  let undone: readonly PendingRequest[] = []
  let onIdle: (() => void) | undefined

  function isOver(): boolean {
    return state === 'lost' || state === 'stopped'
  }

  function enter(next: State): void {
    state = next
  }

  /** Decisions that are not on disk yet. */
  function uncommitted(): readonly Batch[] {
    return inFlight === undefined ? [open.current()] : [inFlight, open.current()]
  }

  /** An account that could not be opened is frozen in memory only. */
  function queueFreeze(command: Command): void {
    const { userId } = command
    if (!accounts.has(userId)) return
    const owner = { userId, isDemo: accounts.record(userId).book === 'demo' }
    // Not refused by a full queue: a freeze must not get lost.
    commands.putBack([createInternalRequest({ owner, command })])
  }

  function work(): void {
    do {
      decideQueued()
      send()
    } while (state === 'running' && inFlight === undefined && commands.length() > 0)
    // The next batch has room: for commands first, then for deferred accounts.
    decideQueued()
    slices.plan()
  }

  function decideQueued(): void {
    while (state === 'running' && open.hasRoom()) {
      const next = commands.next(open.hasOpeningRoom(commands.length()))
      if (next === undefined) return
      execute(next, open.current())
    }
  }

  function send(): void {
    if (state !== 'running' || inFlight !== undefined) return
    for (let batch = open.take(); batch !== undefined; batch = open.take()) {
      if (batch.hasWrites()) {
        void commit(batch)
        return
      }
      // The batch writes nothing, and all decisions before it are committed.
      answerRequests(batch, parts)
    }
    if (commands.length() === 0 && deferred.isEmpty()) onIdle?.()
  }

  async function commit(batch: Batch): Promise<void> {
    inFlight = batch
    const result = await write(batch)
    if (result === 'over') return
    const isWritten = result === 'written'
    const hasNext = isWritten && mayHaveNext(batch)
    if (isWritten) {
      open.growBatches(batch)
      answerRequests(batch, parts)
    }
    if (hasNext) {
      publishChanges(batch, parts)
      // A divided request submits its next command in this turn, and the next batch is to contain it.
      await nextTurn()
    }
    inFlight = undefined
    const mustRecover = state !== 'running'
    // The database gets the next batch first, because publishing may take a while.
    if (!mustRecover) work()
    if (isWritten && !hasNext) publishChanges(batch, parts)
    if (mustRecover) await recover(batch, result)
  }

  async function write(batch: Batch): Promise<WriteResult> {
    const sent = await sendBatch(batch, { ...parts, leaseHolder })
    if (sent.kind === 'written') {
      retryPause.reset()
      return 'written'
    }
    if (isOver()) return 'over'
    if (sent.kind === 'fenced') {
      log.warn({}, 'the lease has a new epoch; taking it again, unless another process holds it')
      return await settle(batch, sent.commit)
    }
    log.warn({ fault: sent.fault }, 'could not commit a batch; recovering its accounts')
    const result = await settle(batch, sent.commit)
    if (result !== 'not_written') return result
    if (sent.isRefused) return 'refused'
    // The batch may have been too large.
    open.shrinkBatches(batch)
    return 'not_written'
  }

  /**
   * A failed commit may still have been written. If it was, all later decisions remain valid. If it was not, they and
   * the failed batch are undone.
   */
  async function settle(batch: Batch, failed: FailedCommit): Promise<'written' | 'not_written' | 'over'> {
    state = 'recovering'
    // Evaluated on the next quote, never on a past one: the recovery may take long.
    deferred.drop()
    const undo = () => undoDecisions([batch, open.current()], recoveryParts)
    const result = await leaseHolder.settle(failed, undo, () => isStopping)
    // The engine may have been stopped meanwhile.
    if (isOver()) return 'over'
    if (result === 'written') retryPause.reset()
    if (result === 'lost') lose()
    if (result === 'stopped') close('stopped')
    return result === 'lost' || result === 'stopped' ? 'over' : result
  }

  /** After a failed commit: requeues every decision that was undone, to be decided again on the recovered state. */
  async function recover(batch: Batch, result: WriteResult): Promise<void> {
    if (result !== 'written') {
      const unsent = open.take()
      const undecided = unsent === undefined ? [] : [unsent]
      undone = [batch, ...undecided].flatMap(pendingIn)
      for (const pending of undone) pending.isDecided = false
      const remaining =
        result === 'refused' ? await isolateBadCommand(batch, { ...parts, ...isolation }) : [batch]
      if (isOver()) return
      undone = []
      requeue([...remaining, ...undecided])
      if (remaining.length > 0) await retryPause.wait()
    }
    if (!isOver()) resume()
  }

  function resume(): void {
    triggers.markAllMarketsDirty()
    state = 'running'
    work()
  }

  function requeue(undecided: readonly Pick<Batch, 'entries'>[]): void {
    const again = undecided.flatMap(pendingIn)
    for (const pending of again) pending.isDecided = false
    commands.putBack(again)
  }

  function lose(): void {
    close('lost')
    parts.onLeaseLost('Another process has taken over the accounts: this one writes nothing any more.')
  }

  /** Answers `unknown` to requests that were decided but not committed, and `busy` to those queued or undone. */
  function close(final: 'lost' | 'stopped'): void {
    state = final
    retryPause.cutShort()
    const decided = uncommitted()
    inFlight = undefined
    open.take()
    deferred.drop()
    for (const pending of decided.flatMap(pendingIn)) pending.settle({ kind: 'unknown' })
    for (const pending of undone) pending.settle({ kind: pending.isDecided ? 'unknown' : 'busy' })
    for (const pending of commands.takeAll()) pending.settle({ kind: 'busy' })
    onIdle?.()
  }

  return {
    async start() {
      await leaseHolder.acquire()
      resume()
    },
    enqueue(pending) {
      const isQueued = !isStopping && !isOver() && commands.enqueue(pending)
      if (isQueued) work()
      else pending.settle({ kind: 'busy' })
    },
    applyMarketEvent(event) {
      const before = board.now(event.marketId).quote
      board.apply(event)
      if (event.kind === 'state' && event.state === 'open') triggers.marketOpened(event.marketId)
      if (event.kind !== 'quote') return
      // A quote of a closed market triggers nothing itself, but changes what the next quote of any market may trigger.
      if (state !== 'running' || board.now(event.marketId).state !== 'open')
        return quotes.skipQuote(event.marketId)
      quotes.evaluateQuote(event.marketId, before, slices.create())
      // A failed evaluation has queued a command that freezes the account.
      work()
    },
    isReady: () => state === 'running' || state === 'isolating',
    async checkLease() {
      const isHeld = await store.holdsLease(parts.holder)
      if (!isHeld && state === 'running') lose()
    },
    forgetBefore: movements.forgetBefore,
    retryFreezes() {
      if (state !== 'running' || isStopping) return
      frozen.retry()
      work()
    },
    unloadIdle(isHeld) {
      const inBatches = usersIn(uncommitted())
      const isInUse = (userId: number) =>
        isHeld(userId) || frozen.has(userId) || inBatches.has(userId) || deferred.has(userId)
      accounts.unloadIdle(clock.elapsed() - idleMs, isInUse)
      metrics.engineAccounts.set(accounts.size())
    },
    async stop() {
      isStopping = true
      retryPause.cutShort()
      const isBusy =
        inFlight !== undefined || commands.length() > 0 || !deferred.isEmpty() || state !== 'running'
      if (isBusy && !isOver()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        onIdle = resolve
        // Requests that still wait then are answered `unknown` or `busy`.
        const cancel = parts.timers.after(stopBoundsMs.engine, resolve)
        await promise
        cancel()
      }
      close('stopped')
    },
  }
}

/** Whether the batch has a command of a request that may be divided. */
function mayHaveNext({ entries }: Batch): boolean {
  return entries.some(({ command: { kind } }) => kind === 'close_many' || kind === 'reset_demo')
}

/** Loading an account again costs one read, so this need not be long. */
const idleMs = 600_000
