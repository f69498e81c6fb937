import type { BoardWait } from '#core/decision/board-wait.ts'
import type { Board } from '#core/market/board.ts'

/** Accounts in a board wait: some of their markets have no current price yet after a pause. */
export type BoardWaits = {
  readonly add: (userId: number, wait: BoardWait) => void
  readonly remove: (userId: number) => void
  /**
   * Visits and removes each account whose board wait is over: its market is current again, or the deadline has passed.
   */
  readonly wake: (visit: (userId: number) => void) => void
  readonly clear: () => void
}

export function createBoardWaits(board: Pick<Board, 'now' | 'tickMs'>): BoardWaits {
  const waits = new Map<number, BoardWait>()
  // Indexes by market and by deadline. An entry that no longer agrees with `waits` is outdated and skipped.
  const byMarket = new Map<number, Set<number>>()
  const byDeadline = new Map<number, Set<number>>()

  function wakeUsers(
    users: ReadonlySet<number>,
    matches: (wait: BoardWait) => boolean,
    visit: (userId: number) => void,
  ): void {
    for (const userId of users) {
      const wait = waits.get(userId)
      if (wait === undefined || !matches(wait)) continue
      waits.delete(userId)
      visit(userId)
    }
  }
  return {
    add(userId, wait) {
      waits.set(userId, wait)
      addTo(byMarket, wait.marketId, userId)
      addTo(byDeadline, wait.untilMs, userId)
    },
    remove: (userId) => void waits.delete(userId),
    wake(visit) {
      for (const [marketId, users] of byMarket) {
        if (!board.now(marketId).isCurrent) continue
        byMarket.delete(marketId)
        wakeUsers(users, (wait) => wait.marketId === marketId, visit)
      }
      for (const [untilMs, users] of byDeadline) {
        if (board.tickMs() < untilMs) continue
        byDeadline.delete(untilMs)
        wakeUsers(users, (wait) => wait.untilMs === untilMs, visit)
      }
    },
    clear() {
      waits.clear()
      byMarket.clear()
      byDeadline.clear()
    },
  }
}

function addTo(sets: Map<number, Set<number>>, key: number, userId: number): void {
  const known = sets.get(key)
  if (known === undefined) sets.set(key, new Set([userId]))
  else known.add(userId)
}
