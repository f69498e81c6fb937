import type { Command } from '#core/decision/command.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Decider } from '#server/engine/execute-command.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import type { FrozenAccounts } from '#server/engine/state/frozen-accounts.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'
import type { Batch } from '#server/engine/writer/batch.ts'
import type { Timers } from '#server/platform/timers.ts'

export type QuoteEvaluatorParts = {
  readonly accounts: AccountState
  readonly triggers: Triggers
  readonly decider: Decider
  readonly frozen: FrozenAccounts
  readonly timers: Pick<Timers, 'soon'>
}

/** Decides what a quote triggers: stops, pending orders, margin calls and close-outs, account by account. */
export type QuoteEvaluator = {
  readonly evaluateQuote: (marketId: number, before: Quote | undefined, batch: () => Batch) => void
  readonly evaluateAccount: (userId: number, marketId: number, batch: Batch) => void
  /** Sets up the triggers of all accounts after a load, yielding to other work between chunks. */
  readonly watchAllAccounts: () => Promise<void>
}

/** Setting up this many accounts takes a few milliseconds. */
const chunkAccounts = 500

export function createQuoteEvaluator(parts: QuoteEvaluatorParts): QuoteEvaluator {
  const { accounts, triggers, decider, frozen, timers } = parts

  /** A fault in one account freezes it and leaves the others untouched. */
  function guarded(userId: number, act: () => void): void {
    if (frozen.has(userId)) return
    try {
      act()
    } catch (fault) {
      frozen.freeze(userId, fault)
    }
  }
  function evaluate(command: Extract<Command, { readonly kind: 'judge_tick' }>, batch: () => Batch): void {
    const { userId } = command
    guarded(userId, () => {
      const decision = decider.decideQuote(command, batch)
      if (decision.kind === 'changed') triggers.markDirty(userId)
      else triggers.watch(userId, decision)
    })
  }
  return {
    evaluateQuote(marketId, quoteBefore, batch) {
      const before = quoteBefore === undefined ? null : { bid: quoteBefore.bid, ask: quoteBefore.ask }
      for (const userId of triggers.accountsToCheck(marketId))
        evaluate({ kind: 'judge_tick', userId, marketId, before }, batch)
    },
    evaluateAccount(userId, marketId, batch) {
      evaluate({ kind: 'judge_tick', userId, marketId, before: null }, () => batch)
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
