import type { AppParts } from '#web/parts/app-parts.tsx'
import type { ReadableStore } from '#web/platform/value-store.ts'
import type { OpenOrder } from '#web/screens/order/close-many/close-many-view.ts'

type Parts = Pick<AppParts, 'portfolio' | 'markets'>

type OpenOrders = ReadableStore<readonly OpenOrder[]> & {
  /** The value that `getSnapshot` returned last, without reading anything. Empty before the first call. */
  readonly lastRead: () => readonly OpenOrder[]
}

/**
 * All open orders with their floating profits as one value, so that counts and sums are of one moment.
 * The value changes only when an order, a profit or a market state changes.
 */
export function createOpenOrders({ portfolio, markets }: Parts): OpenOrders {
  let last: readonly OpenOrder[] = []

  function read(): readonly OpenOrder[] {
    return portfolio.standing.getSnapshot().open.map((order) => {
      const state = markets.quote(order.market.id).getSnapshot()?.state
      return {
        order,
        profit: portfolio.figures(order.id).getSnapshot()?.profit ?? order.profit,
        // A market that is not known here is left to the server to judge.
        isBlocked: state === 'closed' || state === 'stale',
      }
    })
  }
  return {
    getSnapshot() {
      const next = read()
      if (!isSame(last, next)) last = next
      return last
    },
    lastRead: () => last,
    subscribe(listener) {
      const marketIds = new Set(portfolio.standing.getSnapshot().open.map(({ market }) => market.id))
      const ends = [
        // Funds change with every push of the account, and so with every profit.
        portfolio.funds.subscribe(listener),
        ...[...marketIds].map((id) => markets.quote(id).subscribe(listener)),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}

function isSame(before: readonly OpenOrder[], next: readonly OpenOrder[]): boolean {
  return (
    before.length === next.length &&
    before.every((one, at) => {
      const other = next[at]
      return one.order === other?.order && one.profit === other.profit && one.isBlocked === other.isBlocked
    })
  )
}
