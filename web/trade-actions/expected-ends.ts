import type { CompletedAction, TradeAction } from '#web/calls/trading.ts'
import type { Portfolio } from '#web/portfolio/portfolio-types.ts'
import { closedOrderIds } from '#web/trade-actions/action-state.ts'

/** These orders did not end by the act after all; all of them if none are named. */
export type RevokeExpected = (ids?: readonly number[]) => void

/** The answer to an act tells that its orders ended, so the portfolio does not tell it as well. */
export function expectEnds(
  portfolio: Pick<Portfolio, 'standing' | 'expectEnd'>,
  act: TradeAction,
): RevokeExpected {
  const takeBacks = new Map(idsEndedBy(act, portfolio).map((id) => [id, portfolio.expectEnd(id)]))
  return (ids = [...takeBacks.keys()]) => {
    for (const id of ids) {
      takeBacks.get(id)?.()
      takeBacks.delete(id)
    }
  }
}

/** Ids of orders that an act was to end and that are still open. */
export function stillOpenIds(done: CompletedAction): readonly number[] {
  if (done.kind !== 'close_many') return []
  return done.answer.results.filter(({ code }) => code !== 1).map(({ Id }) => Id)
}

function idsEndedBy(
  { kind, input }: TradeAction,
  { activeOrders: standing }: Pick<Portfolio, 'standing'>,
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
      const { open, pending } = standing.getSnapshot()
      return [...open, ...pending].map(({ id }) => id)
    }
    case 'place':
    case 'stops':
      return []
  }
}
