import type { PreviousQuote } from '#core/decision/command.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import { createDeferredAccounts, type DeferredAccounts } from '#server/engine/deferred-accounts.ts'
import type { Decider, QuoteCommand } from '#server/engine/execute-command.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import type { FrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'
import type { Batch } from '#server/engine/writer/batch.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Timers } from '#server/platform/timers.ts'

export type QuoteEvaluatorParts = {
  readonly board: LiveBoard
  readonly accounts: AccountState
  readonly triggers: Triggers
  readonly decider: Decider
  readonly frozen: FrozenAccounts
  readonly timers: Pick<Timers, 'soon'>
  readonly metrics: Pick<Metrics, 'engineSkippedQuotes'>
}

/** The work that may be done without a pause, and the batch that takes its decisions. */
export type Slice = { readonly batch: Batch; readonly hasRoom: () => boolean }

/** Decides what a quote triggers: stops, pending orders, margin calls and close-outs, account by account. */
export type QuoteEvaluator = {
  /** Evaluates as many accounts as the slice has room for. The others are deferred. */
  readonly evaluateQuote: (marketId: number, before: Quote | undefined, slice: Slice) => void
  /** The last price of this market has changed without an evaluation. */
  readonly skipQuote: (marketId: number) => void
  /** Evaluates deferred accounts. */
  readonly continueDeferred: (slice: Slice) => void
  readonly deferred: Pick<DeferredAccounts, 'has' | 'isEmpty' | 'size' | 'catchUp' | 'drop'>
  /** Evaluates one account on the newest prices. */
  readonly evaluateAccount: (userId: number, marketId: number, batch: Batch) => void
  /** Sets up the triggers of all accounts after a load, yielding to other work between chunks. */
  readonly watchAllAccounts: () => Promise<void>
}

/** Setting up this many accounts takes a few milliseconds. */
const chunkAccounts = 500

export function createQuoteEvaluator(parts: QuoteEvaluatorParts): QuoteEvaluator {
  const { board, accounts, triggers, decider, frozen, timers } = parts
  const deferred = createDeferredAccounts({ ...parts, decide: decider.decideQuote, guarded })

  /** A fault in one account freezes it and leaves the others untouched. */
  function guarded(userId: number, act: () => void): void {
    if (frozen.has(userId)) return
    try {
      act()
    } catch (fault) {
      frozen.freeze(userId, 'quote_failed', fault)
    }
  }
  function evaluate(command: QuoteCommand, batch: Batch): void {
    const { userId } = command
    guarded(userId, () => {
      const decision = decider.decideQuote(command, board, batch)
      if (decision.kind === 'changed') triggers.markDirty(userId)
      else triggers.watch(userId, decision)
    })
  }
  function skipQuote(marketId: number): void {
    deferred.skipQuote()
    triggers.markMarketDirty(marketId)
  }
  function evaluateSelected(marketId: number, before: PreviousQuote | null, slice: Slice): void {
    const keep = () => deferred.keepQuote({ marketId, before })
    let kept = deferred.isEmpty() ? undefined : keep()
    for (const userId of triggers.accountsToCheck(marketId)) {
      if (kept === undefined && slice.hasRoom())
        evaluate({ kind: 'judge_tick', userId, marketId, before }, slice.batch)
      else {
        kept ??= keep()
        kept.add(userId)
      }
    }
  }
  return {
    evaluateQuote(marketId, quote, slice) {
      // Keeping more quotes would fill the memory, so the accounts are evaluated on a later one.
      if (deferred.isFull()) {
        parts.metrics.engineSkippedQuotes.inc()
        return skipQuote(marketId)
      }
      evaluateSelected(marketId, quote === undefined ? null : { bid: quote.bid, ask: quote.ask }, slice)
    },
    skipQuote,
    continueDeferred(slice) {
      while (!deferred.isEmpty() && slice.hasRoom()) deferred.catchUpNext(slice.batch)
    },
    deferred,
    evaluateAccount(userId, marketId, batch) {
      evaluate({ kind: 'judge_tick', userId, marketId, before: null }, batch)
    },
    async watchAllAccounts() {
      let count = 0
      for (const userId of accounts.usersWithOrders()) {
        guarded(userId, () => triggers.watch(userId, {}))
        count += 1
        if (count % chunkAccounts === 0) await new Promise<void>((resolve) => timers.soon(resolve))
      }
    },
  }
}
