import { type RefusalPlace, refusalIn } from '#web/parts/ticket/ticket-messages.ts'
import type { PlacementState } from '#web/screens/trade/ticket/order-placement.ts'

/**
 * The server's message, if it refused the order and the message belongs at `place`. A refusal in another market is
 * shown above the button, because the fields belong to the ticket's market.
 */
export function refusalAt(state: PlacementState, place: RefusalPlace, marketId: number): string | undefined {
  if (state.kind !== 'failed') return undefined
  if (state.request.input.forex_id === marketId) return refusalIn(state, place)
  return place === 'button' && state.failure.kind === 'refused' ? state.failure.msg : undefined
}
