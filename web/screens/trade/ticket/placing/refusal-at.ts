import { type RefusalPlace, refusalPlace } from '#web/parts/ticket/refusal-place.ts'
import type { PlacingState } from '#web/screens/trade/ticket/placing/placing-state.ts'

/**
 * What the server said that belongs here in the ticket of this market; undefined when it said nothing, or something about
 * something else. Of the fields of another market there are none to say it beside.
 */
export function refusalAt(state: PlacingState, place: RefusalPlace, marketId: number): string | undefined {
  if (state.kind !== 'failed' || state.failure.kind !== 'refused') return undefined
  const { reason, field, msg } = state.failure
  const at = state.request.input.forex_id === marketId ? refusalPlace(reason, field) : 'button'
  return at === place ? msg : undefined
}
