import type { BoardWait } from '#core/decision/board-wait.ts'
import type { Board } from '#core/market/board.ts'

/** Accounts whose margin level is not judged on half a board, until their wait is over. */
export type BoardWaits = {
  readonly add: (userId: number, wait: BoardWait) => void
  readonly remove: (userId: number) => void
  /** Tells whose wait is over by the board as it is now: the missing market is current, or the time has come. */
  readonly wake: (tell: (userId: number) => void) => void
  readonly clear: () => void
}

export function createBoardWaits(board: Pick<Board, 'now' | 'tickMs'>): BoardWaits {
  const waits = new Map<number, BoardWait>()
  // Both hold at most one entry per market or start of a wait. Users who have left are skipped by comparing with `waits`.
  const byMarket = new Map<number, Set<number>>()
  const byDeadline = new Map<number, Set<number>>()

  function wakeAll(
    users: ReadonlySet<number>,
    isMeant: (wait: BoardWait) => boolean,
    tell: (userId: number) => void,
  ): void {
    for (const userId of users) {
      const wait = waits.get(userId)
      if (wait === undefined || !isMeant(wait)) continue
      waits.delete(userId)
      tell(userId)
    }
  }
  return {
    add(userId, wait) {
      waits.set(userId, wait)
      put(byMarket, wait.marketId, userId)
      put(byDeadline, wait.untilMs, userId)
    },
    remove: (userId) => void waits.delete(userId),
    wake(tell) {
      for (const [marketId, users] of byMarket) {
        if (!board.now(marketId).isCurrent) continue
        byMarket.delete(marketId)
        wakeAll(users, (wait) => wait.marketId === marketId, tell)
      }
      for (const [untilMs, users] of byDeadline) {
        if (board.tickMs() < untilMs) continue
        byDeadline.delete(untilMs)
        wakeAll(users, (wait) => wait.untilMs === untilMs, tell)
      }
    },
    clear() {
      waits.clear()
      byMarket.clear()
      byDeadline.clear()
    },
  }
}

function put(sets: Map<number, Set<number>>, key: number, userId: number): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([userId]))
  else known.add(userId)
}
