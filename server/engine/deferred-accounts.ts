import type { PreviousQuote } from '#core/decision/command.ts'
import type { LiveBoard, MarketBoard } from '#core/market/board.ts'
import type { QuoteCommand, QuoteDecision } from '#server/engine/execute-command.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import type { Triggers } from '#server/engine/triggers/triggers.ts'
import type { Batch } from '#server/engine/writer/batch.ts'

/**
 * Accounts that a quote has selected, but that are evaluated later, because one quote may select thousands. Each is
 * evaluated on that quote and on every later one, in order, on the board of each: the result is the same as without a
 * delay.
 */
export type DeferredAccounts = {
  readonly has: (userId: number) => boolean
  readonly isEmpty: () => boolean
  readonly size: () => number
  /** Whether so many quotes are kept that the next ones must be skipped. */
  readonly isFull: () => boolean
  /** Keeps the newest quote for the accounts that are deferred already, and for those added to it. */
  readonly keepQuote: (quote: KeptQuote) => { readonly add: (userId: number) => void }
  /** The board has changed, but no account is evaluated on the change. */
  readonly skipQuote: () => void
  /** Evaluates one account on all quotes that it has missed. Does nothing if it is not deferred. */
  readonly catchUp: (userId: number, batch: Batch) => void
  /** Evaluates the account that has waited longest. */
  readonly catchUpNext: (batch: Batch) => void
  /** Defers no account any more: each is selected on the next quote instead. */
  readonly drop: () => void
}

export type KeptQuote = { readonly marketId: number; readonly before: PreviousQuote | null }

export type DeferredParts = {
  readonly board: LiveBoard
  readonly accounts: Pick<AccountState, 'get'>
  readonly triggers: Pick<Triggers, 'markDirty' | 'watch'>
  readonly decide: (command: QuoteCommand, prices: MarketBoard, batch: Batch) => QuoteDecision
  /** Runs the action unless the account is frozen. A fault freezes the account. */
  readonly guarded: (userId: number, act: () => void) => void
}

/** A kept quote. The list is linked, so that a quote is forgotten as soon as no deferred account needs it. */
type Step = KeptQuote & {
  readonly number: number
  readonly board: MarketBoard
  /** Prices have changed after this quote that are not kept. */
  isSkippedAfter: boolean
  next: Step | undefined
}

/** Each keeps a copy of the board, a few kilobytes. */
const maxSteps = 2048

export function createDeferredAccounts(parts: DeferredParts): DeferredAccounts {
  const { board, accounts, triggers } = parts
  /** The first quote that the account has missed. Who has waited longest comes first. */
  const waiting = new Map<number, Step>()
  /** Kept, because a new iterator of a map passes all entries that were deleted at its front. */
  let order = waiting.keys()
  let head: number | undefined
  let last: Step | undefined

  /** The account that has waited longest. */
  function first(): number | undefined {
    while (waiting.size > 0 && head === undefined) {
      const next = order.next()
      if (next.done === true) order = waiting.keys()
      head = next.value
    }
    return waiting.size === 0 ? undefined : head
  }
  function keptSteps(): number {
    const userId = first()
    const step = userId === undefined ? undefined : waiting.get(userId)
    return step === undefined || last === undefined ? 0 : last.number - step.number + 1
  }
  /** Whether a quote of this market changes the value of the account or reaches one of its orders. */
  function concerns(userId: number, marketId: number): boolean {
    for (const order of accounts.get(userId)?.orders.values() ?? [])
      if (order.marketId === marketId || board.conversionMarket(order.terms.quoteCurrency) === marketId)
        return true
    return false
  }
  /**
   * The rule of the scan triggers: an account is evaluated on the quotes of its markets, and on every quote while it is
   * due. It is due if the evaluation before has changed it, if it could not be closed out, and if a price was skipped.
   */
  function evaluateFrom(missed: Step, userId: number, batch: Batch): void {
    let isDue = true
    for (let step: Step | undefined = missed; step !== undefined; step = step.next) {
      const { marketId, before } = step
      if (isDue || concerns(userId, marketId)) {
        const decision = parts.decide({ kind: 'judge_tick', userId, marketId, before }, step.board, batch)
        isDue = !isSettled(decision)
      }
      isDue ||= step.isSkippedAfter
    }
    if (isDue) triggers.markDirty(userId)
    else triggers.watch(userId, {})
  }
  function catchUp(userId: number, batch: Batch): void {
    const missed = waiting.get(userId)
    if (missed === undefined) return
    waiting.delete(userId)
    if (head === userId) head = undefined
    parts.guarded(userId, () => evaluateFrom(missed, userId, batch))
    if (waiting.size === 0) last = undefined
  }
  return {
    has: (userId) => waiting.has(userId),
    isEmpty: () => waiting.size === 0,
    size: () => waiting.size,
    isFull: () => keptSteps() >= maxSteps,
    keepQuote(quote) {
      const number = last === undefined ? 0 : last.number + 1
      const step = { ...quote, number, board: board.copy(), isSkippedAfter: false, next: undefined }
      if (last !== undefined) last.next = step
      last = step
      return {
        add(userId) {
          if (!waiting.has(userId)) waiting.set(userId, step)
        },
      }
    },
    skipQuote() {
      if (last !== undefined) last.isSkippedAfter = true
    },
    catchUp,
    catchUpNext(batch) {
      const userId = first()
      if (userId !== undefined) catchUp(userId, batch)
    },
    drop() {
      for (const userId of waiting.keys()) triggers.markDirty(userId)
      waiting.clear()
      order = waiting.keys()
      head = undefined
      last = undefined
    },
  }
}

/** Whether only a quote of the account's own markets can lead to another decision. */
function isSettled(decision: QuoteDecision): boolean {
  return decision.kind === 'nothing' && decision.hasNoOpenMarket !== true && decision.boardWait === undefined
}
