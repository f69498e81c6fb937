import { isWaiting } from '#core/decision/tick-needs.ts'
import type { LiveBoard } from '#core/market/board.ts'
import type { Quote } from '#core/market/quote.ts'
import type { Batch } from '#server/engine/batch/batch.ts'
import type { Decider } from '#server/engine/deciding/decider.ts'
import type { Book } from '#server/engine/memory/book.ts'
import type { Frozen } from '#server/engine/writing/frozen.ts'

export type JudgingParts = {
  readonly board: LiveBoard
  readonly book: Book
  readonly decider: Decider
  readonly frozen: Frozen
}

/** What a quote triggers: stops, close-outs and pending orders, account by account. */
export type Judging = {
  /** The account has changed by itself: it is judged on the next quote, of whatever market. */
  readonly note: (userId: number) => void
  /** Prices may have moved unseen: everyone with a position is judged on the next quote. */
  readonly noteHolders: () => void
  readonly judgeAll: (marketId: number, before: Quote | undefined, batch: () => Batch) => void
  readonly judgeOne: (userId: number, marketId: number, batch: Batch) => void
}

export function createJudging({ board, book, decider, frozen }: JudgingParts): Judging {
  /** Whoever changed, and whoever waits at the close-out level for a market to open. */
  const recheck = new Set<number>()

  function judge(command: Parameters<Decider['judge']>[0], batch: () => Batch): void {
    const { userId } = command
    if (frozen.has(userId)) return
    try {
      if (decider.judge(command, batch) || mustWait(userId)) recheck.add(userId)
    } catch (fault) {
      frozen.freeze(userId, fault)
    }
  }
  function mustWait(userId: number): boolean {
    const account = book.account(userId)
    return account !== undefined && isWaiting(account, board)
  }
  return {
    note: (userId) => void recheck.add(userId),
    noteHolders() {
      for (const userId of book.holders()) recheck.add(userId)
    },
    judgeAll(marketId, quoteBefore, batch) {
      const before = quoteBefore === undefined ? null : { bid: quoteBefore.bid, ask: quoteBefore.ask }
      const users = new Set([...book.usersOn(marketId), ...recheck])
      recheck.clear()
      for (const userId of users) judge({ kind: 'judge_tick', userId, marketId, before }, batch)
    },
    judgeOne(userId, marketId, batch) {
      judge({ kind: 'judge_tick', userId, marketId, before: null }, () => batch)
    },
  }
}
