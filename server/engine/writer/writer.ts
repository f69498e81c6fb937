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
 * `running`: commands are decided as they come, and whenever no commit is under way what was decided is sent.
 * `loading`: memory is thrown away and read again; quotes are noted, commands wait. `sifting`: a batch the database
 * refused is gone through one command at a time. `lost`: another process has taken over. `stopped`: for good.
 */
type State = 'loading' | 'running' | 'sifting' | 'lost' | 'stopped'

export type Writer = {
  readonly start: () => Promise<void>
  /** Answers it, sooner or later. */
  readonly enqueue: (waiting: PendingRequest) => void
  readonly applyMarketEvent: (event: MarketEvent) => void
  readonly isReady: () => boolean
  /** An engine that has nothing to write would not notice that another has taken over. */
  readonly checkLease: () => Promise<void>
  readonly forgetBefore: (ms: number) => void
  readonly stop: () => Promise<void>
}

/** The one writer: decides in memory, commits in groups, and tells only of what is on disk. */
export function createWriter(parts: WriterParts): Writer {
  const { board, triggers, idempotency: remembered, store, clock, log, metrics } = parts
  const movements = createRecentMovements()
  const decider = createDecider({ ...parts, movements })
  const frozen = createFrozenAccounts(parts)
  const judging = createQuoteEvaluator({ ...parts, decider, frozen })
  const { watchAllAccounts: watchEveryone } = judging
  const holding = createLeaseHolder({
    ...parts,
    movements,
    loadIds: decider.load,
    watchAllAccounts: watchEveryone,
  })
  const take = createExecuteCommand({
    idempotency: remembered,
    decider,
    frozen,
    markDirty: triggers.markDirty,
  })
  const lanes = createCommandQueue()
  const line = createBatchQueue()
  const hands: IsolationSteps = {
    execute: take,
    quotes: judging,
    frozen,
    isOver,
    begin: () => enter('sifting'),
    write,
  }
  let state: State = 'loading'
  let isStopping = false
  let inFlight: Batch | undefined
  let idle: (() => void) | undefined

  function isOver(): boolean {
    return state === 'lost' || state === 'stopped'
  }

  function enter(next: State): void {
    state = next
  }

  function work(): void {
    while (state === 'running' && line.hasRoom()) {
      const next = lanes.next()
      if (next === undefined) break
      take(next, line.open())
    }
    send()
  }

  function send(): void {
    if (state !== 'running' || inFlight !== undefined) return
    for (let batch = line.shift(); batch !== undefined; batch = line.shift()) {
      if (batch.hasWrites()) {
        void commit(batch)
        return
      }
      // Decided on nothing that is not on disk, and nothing to be kept.
      acknowledge(batch, parts)
    }
    if (lanes.length() === 0) idle?.()
  }

  async function commit(batch: Batch): Promise<void> {
    inFlight = batch
    const result = await write(batch)
    if (result === 'over') return
    inFlight = undefined
    if (result === 'written') {
      line.growBatches(batch)
      acknowledge(batch, parts)
    }
    if (state === 'running') work()
    else await goOn(batch, result)
  }

  /** After a failure the lease is taken again, which tells for certain whether the batch was written: by its number. */
  async function write(batch: Batch): Promise<WriteResult> {
    const seq = holding.lease().lastSeq + 1
    const startedMs = clock.elapsed()
    try {
      const records = batch.seal(holding.lease(), clock.now())
      const how = await store.commit(holding.lease(), records)
      if (how === 'fenced') {
        if (!isOver()) lose()
        return 'over'
      }
      metrics.engineCommitSeconds.observe((clock.elapsed() - startedMs) / 1000)
      metrics.engineCommands.inc(batch.entries.length)
      holding.advance(records)
      return 'written'
    } catch (fault) {
      if (isOver()) return 'over'
      state = 'loading'
      log.warn({ fault }, 'a batch could not be written: everything is read again')
      if (!(await reload())) return 'over'
      if (holding.lease().lastSeq >= seq) return 'written'
      if (fault instanceof BatchRefused) return 'refused'
      // It may have been too much at once.
      line.shrinkBatches()
      return 'not_written'
    }
  }

  /** False when it is no longer ours to write: everyone who waits has been told. */
  async function reload(): Promise<boolean> {
    const taken = await holding.acquire(() => isStopping)
    if (taken === 'lost') lose()
    if (taken === 'stopped') close('stopped')
    return taken === 'taken'
  }

  /** Memory was read again, so that whatever was decided on the old one and not written is decided anew. */
  async function goOn(batch: Batch, result: WriteResult): Promise<void> {
    const unsent = line.takeAll()
    const left = result === 'refused' ? await isolateBadCommand(batch, { ...parts, ...hands }) : []
    if (isOver()) return
    putBack([...(result === 'not_written' ? [batch] : left), ...unsent])
    resume()
  }

  function resume(): void {
    triggers.markAllMarketsDirty()
    state = 'running'
    work()
  }

  function putBack(batches: readonly Pick<Batch, 'entries'>[]): void {
    const again = batches.flatMap(pendingIn)
    for (const waiting of again) waiting.isDecided = false
    lanes.putBack(again)
  }

  function lose(): void {
    close('lost')
    parts.onLeaseLost('Another process has taken over the accounts: this one writes nothing any more.')
  }

  /** Whoever was decided but not written hears that nobody knows; whoever still waits, that nothing was done. */
  function close(how: 'lost' | 'stopped'): void {
    state = how
    const decided = [...(inFlight === undefined ? [] : [inFlight]), ...line.takeAll()]
    inFlight = undefined
    for (const waiting of decided.flatMap(pendingIn)) waiting.settle({ kind: 'unknown' })
    for (const waiting of lanes.takeAll()) waiting.settle({ kind: 'busy' })
    idle?.()
  }

  return {
    async start() {
      if (!(await reload())) throw new Error('the engine was stopped before it had started')
      resume()
    },
    enqueue(waiting) {
      const isTaken = !isStopping && !isOver() && lanes.enqueue(waiting)
      if (isTaken) work()
      else waiting.settle({ kind: 'busy' })
    },
    applyMarketEvent(event) {
      const before = board.now(event.marketId).quote
      board.apply(event)
      if (event.kind === 'state' && event.state === 'open') triggers.marketOpened(event.marketId)
      if (state !== 'running' || event.kind !== 'quote') return
      // Nothing is triggered by it, but what it is the last price of may be due on the next quote of any market.
      if (board.now(event.marketId).state !== 'open') return triggers.markMarketDirty(event.marketId)
      // So much waits to be written that memory would fill up: the next quote is early enough.
      if (line.isOverfull()) triggers.markMarketDirty(event.marketId)
      else judging.evaluateQuote(event.marketId, before, line.open)
      send()
    },
    isReady: () => state === 'running' || state === 'sifting',
    async checkLease() {
      const lease = holding.lease()
      const isHeld = await store.holdsLease(lease)
      // It may have been taken anew by ourselves meanwhile.
      if (!isHeld && !isOver() && holding.lease().epoch === lease.epoch && state === 'running') lose()
    },
    forgetBefore: movements.forgetBefore,
    async stop() {
      isStopping = true
      const isBusy = inFlight !== undefined || lanes.length() > 0 || state !== 'running'
      if (isBusy && !isOver()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        idle = resolve
        const cancel = parts.timers.after(longestStopMs, resolve)
        await promise
        cancel()
      }
      close('stopped')
    },
  }
}

/** Past it whoever still waits is told that nobody knows. */
const longestStopMs = 10_000
