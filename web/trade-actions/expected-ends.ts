import type { CompletedAction, TradeAction } from '#web/calls/trading.ts'
import type { Portfolio } from '#web/portfolio/portfolio-types.ts'
import { closedOrderIds } from '#web/trade-actions/action-state.ts'

/** Call it if the action did not end these orders after all; without ids, if it ended none of its orders. */
export type RevokeExpected = (ids?: readonly number[]) => void

/** Announces the orders an action ends: its answer reports their end, so the portfolio shows no toast for them. */
export function expectEnds(
  portfolio: Pick<Portfolio, 'activeOrders' | 'expectEnd'>,
  action: TradeAction,
): RevokeExpected {
  const revokes = new Map(idsEndedBy(action, portfolio).map((id) => [id, portfolio.expectEnd(id)]))
  return (ids = [...revokes.keys()]) => {
    for (const id of ids) {
      revokes.get(id)?.()
      revokes.delete(id)
    }
  }
}

/** Ids of orders that a completed action was to end but left open. */
export function stillOpenIds(done: CompletedAction): readonly number[] {
  if (done.kind !== 'close_many') return []
  return done.answer.results.filter(({ code }) => code !== 1).map(({ Id }) => Id)
}

function idsEndedBy(
  { kind, input }: TradeAction,
  { activeOrders }: Pick<Portfolio, 'activeOrders'>,
): readonly number[] {
  switch (kind) {
    case 'close':
      return input.cont === undefined ? [input.id] : []
    case 'cancel':
    case 'reverse':
    case 'amend':
      return [input.id]
    case 'close_many':
      return closedOrderIds(input)
    case 'reset': {
      const { open, pending } = activeOrders.getSnapshot()
      return [...open, ...pending].map(({ id }) => id)
    }
    case 'place':
    case 'stops':
      return []
  }
}
