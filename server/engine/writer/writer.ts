import type { LiveBoard } from '#core/market/board.ts'
import type { MarketEvent } from '#core/market/quote.ts'
import { BatchRefused } from '#server/engine/engine-store.ts'
import type { EngineParts } from '#server/engine/engine-types.ts'
import { createQuoteEvaluator } from '#server/engine/evaluate-quote.ts'
import { createDecider, createExecuteCommand } from '#server/engine/execute-command.ts'
import { createCommandQueue } from '#server/engine/intake/command-queue.ts'
import type { PendingRequest } from '#server/engine/intake/pending-request.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import { createFrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import type { IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import { createRecentMovements } from '#server/engine/state/recently-changed.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'
import { acknowledge, type Batch, pendingIn } from '#server/engine/writer/batch.ts'
import { createBatchQueue } from '#server/engine/writer/batch-queue.ts'
import {
  type IsolationSteps,
  isolateBadCommand,
  type WriteResult,
} from '#server/engine/writer/isolate-bad-command.ts'
import { createLeaseHolder } from '#server/engine/writer/lease-holder.ts'

export type WriterParts = EngineParts & {
  readonly board: LiveBoard
  readonly accounts: AccountState
  readonly triggers: Triggers
  readonly idempotency: IdempotencyCache
}

/**
 * `running`: decides commands as they arrive and commits a batch whenever no commit is in flight.
 * `loading`: reloads all state; prices are applied but not evaluated, and commands wait.
 * `isolating`: repeats a batch that the database refused, one command at a time.
 * `lost`: another process holds the lease. `stopped`: final.
 */
type State = 'loading' | 'running' | 'isolating' | 'lost' | 'stopped'

export type Writer = {
  readonly start: () => Promise<void>
  /** Every request is settled eventually. */
  readonly enqueue: (pending: PendingRequest) => void
  readonly applyMarketEvent: (event: MarketEvent) => void
  readonly isReady: () => boolean
  /** Needed because an idle engine commits nothing, and so would not notice that its lease is gone. */
  readonly checkLease: () => Promise<void>
  readonly forgetBefore: (ms: number) => void
  readonly stop: () => Promise<void>
}

/** The single writer: decides in memory, commits in batches, and acknowledges only after the commit. */
export function createWriter(parts: WriterParts): Writer {
  const { board, triggers, idempotency, store, clock, log, metrics } = parts
  const movements = createRecentMovements()
  const decider = createDecider({ ...parts, movements })
  const frozen = createFrozenAccounts(parts)
  const quotes = createQuoteEvaluator({ ...parts, decider, frozen })
  const { watchAllAccounts } = quotes
  const leaseHolder = createLeaseHolder({ ...parts, movements, loadIds: decider.load, watchAllAccounts })
  const { markDirty } = triggers
  const execute = createExecuteCommand({ idempotency, decider, frozen, markDirty })
  const commands = createCommandQueue()
  const batches = createBatchQueue()
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
  let onIdle: (() => void) | undefined

  function isOver(): boolean {
    return state === 'lost' || state === 'stopped'
  }

  function enter(next: State): void {
    state = next
  }

  function work(): void {
    while (state === 'running' && batches.hasRoom()) {
      const next = commands.next()
      if (next === undefined) break
      execute(next, batches.open())
    }
    send()
  }

  function send(): void {
    if (state !== 'running' || inFlight !== undefined) return
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      if (batch.hasWrites()) {
        void commit(batch)
        return
      }
      // The batch writes nothing, and all decisions before it are committed.
      acknowledge(batch, parts)
    }
    if (commands.length() === 0) onIdle?.()
  }

  async function commit(batch: Batch): Promise<void> {
    inFlight = batch
    const result = await write(batch)
    if (result === 'over') return
    inFlight = undefined
    if (result === 'written') {
      batches.growBatches(batch)
      acknowledge(batch, parts)
    }
    if (state === 'running') work()
    else await recover(batch, result)
  }

  /**
   * A failed commit may still have been written. The last sequence number, read with the next lease, tells whether it
   * was.
   */
  async function write(batch: Batch): Promise<WriteResult> {
    const seq = leaseHolder.lease().lastSeq + 1
    const startedMs = clock.elapsed()
    try {
      const records = batch.seal(leaseHolder.lease(), clock.now())
      const committed = await store.commit(leaseHolder.lease(), records)
      if (committed === 'fenced') {
        if (!isOver()) lose()
        return 'over'
      }
      metrics.engineCommitSeconds.observe((clock.elapsed() - startedMs) / 1000)
      metrics.engineCommands.inc(batch.entries.length)
      leaseHolder.advance(records)
      return 'written'
    } catch (fault) {
      if (isOver()) return 'over'
      state = 'loading'
      log.warn({ fault }, 'could not commit a batch; loading all state again')
      if (!(await reload())) return 'over'
      if (leaseHolder.lease().lastSeq >= seq) return 'written'
      if (fault instanceof BatchRefused) return 'refused'
      // The batch may have been too large.
      batches.shrinkBatches()
      return 'not_written'
    }
  }

  /** False if this process may no longer write; all waiting requests have been answered then. */
  async function reload(): Promise<boolean> {
    const acquired = await leaseHolder.acquire(() => isStopping)
    if (acquired === 'lost') lose()
    if (acquired === 'stopped') close('stopped')
    return acquired === 'taken'
  }

  /** After a reload: requeues every decision that was not written, to be decided again on the new state. */
  async function recover(batch: Batch, result: WriteResult): Promise<void> {
    const unsent = batches.takeAll()
    const remaining = result === 'refused' ? await isolateBadCommand(batch, { ...parts, ...isolation }) : []
    if (isOver()) return
    requeue([...(result === 'not_written' ? [batch] : remaining), ...unsent])
    resume()
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

  /** Answers `unknown` to requests that were decided but not committed, and `busy` to those still queued. */
  function close(final: 'lost' | 'stopped'): void {
    state = final
    const decided = [...(inFlight === undefined ? [] : [inFlight]), ...batches.takeAll()]
    inFlight = undefined
    for (const pending of decided.flatMap(pendingIn)) pending.settle({ kind: 'unknown' })
    for (const pending of commands.takeAll()) pending.settle({ kind: 'busy' })
    onIdle?.()
  }

  return {
    async start() {
      if (!(await reload())) throw new Error('the engine was stopped during its start')
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
      if (state !== 'running' || event.kind !== 'quote') return
      // A quote of a closed market triggers nothing itself, but changes what the next quote of any market may trigger.
      if (board.now(event.marketId).state !== 'open') return triggers.markMarketDirty(event.marketId)
      // Back-pressure: evaluating more quotes would fill the memory, so the accounts are evaluated on a later quote.
      if (batches.isOverfull()) triggers.markMarketDirty(event.marketId)
      else quotes.evaluateQuote(event.marketId, before, batches.open)
      send()
    },
    isReady: () => state === 'running' || state === 'isolating',
    async checkLease() {
      const lease = leaseHolder.lease()
      const isHeld = await store.holdsLease(lease)
      // This process itself may have renewed the lease in the meantime.
      if (!isHeld && !isOver() && leaseHolder.lease().epoch === lease.epoch && state === 'running') lose()
    },
    forgetBefore: movements.forgetBefore,
    async stop() {
      isStopping = true
      const isBusy = inFlight !== undefined || commands.length() > 0 || state !== 'running'
      if (isBusy && !isOver()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        onIdle = resolve
        const cancel = parts.timers.after(maxStopMs, resolve)
        await promise
        cancel()
      }
      close('stopped')
    },
  }
}

/** How long `stop` waits for pending requests before it answers them `unknown` or `busy`. */
const maxStopMs = 10_000
