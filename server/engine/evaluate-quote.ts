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

/** What a quote triggers, account by account. */
export type QuoteEvaluator = {
  readonly evaluateQuote: (marketId: number, before: Quote | undefined, batch: () => Batch) => void
  readonly evaluateAccount: (userId: number, marketId: number, batch: Batch) => void
  /** After everything was read, so that the first quote need not look at everyone at once. Others have their turn meanwhile. */
  readonly watchAllAccounts: () => Promise<void>
}

/** A few milliseconds' worth of accounts. */
const watchedAtOnce = 500

export function createQuoteEvaluator(parts: QuoteEvaluatorParts): QuoteEvaluator {
  const { accounts: book, triggers, decider, frozen, timers } = parts

  /** Whatever goes wrong with one account is not allowed to touch another. */
  function guarded(userId: number, act: () => void): void {
    if (frozen.has(userId)) return
    try {
      act()
    } catch (fault) {
      frozen.freeze(userId, fault)
    }
  }
  function judge(command: Extract<Command, { readonly kind: 'judge_tick' }>, batch: () => Batch): void {
    const { userId } = command
    guarded(userId, () => {
      const judged = decider.decideQuote(command, batch)
      if (judged.kind === 'changed') triggers.markDirty(userId)
      else triggers.watch(userId, judged)
    })
  }
  return {
    evaluateQuote(marketId, quoteBefore, batch) {
      const before = quoteBefore === undefined ? null : { bid: quoteBefore.bid, ask: quoteBefore.ask }
      for (const userId of triggers.accountsToCheck(marketId))
        judge({ kind: 'judge_tick', userId, marketId, before }, batch)
    },
    evaluateAccount(userId, marketId, batch) {
      judge({ kind: 'judge_tick', userId, marketId, before: null }, () => batch)
    },
    async watchAllAccounts() {
      let count = 0
      for (const userId of book.usersWithOrders()) {
        guarded(userId, () => triggers.watch(userId, {}))
        count += 1
        if (count % watchedAtOnce === 0) await new Promise<void>((resolve) => timers.soon(resolve))
      }
    },
  }
}
