import type { Quote } from '#core/market/quote.ts'
import type { Batch } from '#server/engine/batch/batch.ts'
import type { Decider } from '#server/engine/deciding/decider.ts'
import type { Book } from '#server/engine/memory/book.ts'
import type { Frozen } from '#server/engine/memory/frozen.ts'

export type JudgingParts = {
  readonly book: Book
  readonly decider: Decider
  readonly frozen: Frozen
}

/** What a quote triggers: stops, close-outs and pending orders, account by account. */
export type Judging = {
  /** The account has changed by itself: it is judged on the next quote, of whatever market. */
  readonly note: (userId: number) => void
  /** The price of this market has moved unjudged: whoever it touches is judged on the next quote. */
  readonly noteMarket: (marketId: number) => void
  /** Prices may have moved unseen: everyone with a position is judged on the next quote. */
  readonly noteEveryone: () => void
  readonly judgeAll: (marketId: number, before: Quote | undefined, batch: () => Batch) => void
  readonly judgeOne: (userId: number, marketId: number, batch: Batch) => void
}

export function createJudging({ book, decider, frozen }: JudgingParts): Judging {
  /** Whoever changed, and whoever waits at the close-out level for a market to open. */
  const recheck = new Set<number>()
  let isEveryoneDue = false

  function judge(command: Parameters<Decider['judge']>[0], batch: () => Batch): void {
    const { userId } = command
    if (frozen.has(userId)) return
    try {
      if (decider.judge(command, batch)) recheck.add(userId)
    } catch (fault) {
      frozen.freeze(userId, fault)
    }
  }
  function due(marketId: number): ReadonlySet<number> {
    const users = new Set([...book.usersOn(marketId), ...recheck, ...(isEveryoneDue ? book.holders() : [])])
    recheck.clear()
    isEveryoneDue = false
    return users
  }
  return {
    note: (userId) => void recheck.add(userId),
    noteMarket(marketId) {
      for (const userId of book.usersOn(marketId)) recheck.add(userId)
    },
    noteEveryone() {
      isEveryoneDue = true
    },
    judgeAll(marketId, quoteBefore, batch) {
      const before = quoteBefore === undefined ? null : { bid: quoteBefore.bid, ask: quoteBefore.ask }
      for (const userId of due(marketId)) judge({ kind: 'judge_tick', userId, marketId, before }, batch)
    },
    judgeOne(userId, marketId, batch) {
      judge({ kind: 'judge_tick', userId, marketId, before: null }, () => batch)
    },
  }
}
