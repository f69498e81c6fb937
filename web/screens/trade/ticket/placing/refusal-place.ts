import type { StopKind } from '#web/parts/stops/stop-types.ts'
import type { PlacingState, TicketField } from '#web/screens/trade/ticket/ticket-types.ts'

/** Where a refusal is said: beside what it is about, or above the button when it is about nothing that was filled in. */
export type RefusalPlace = TicketField | StopKind | 'button'

const placeOfField: Readonly<Record<string, RefusalPlace>> = {
  cont: 'lots',
  multiple: 'leverage',
  target_price: 'target',
  stop_loss_price: 'stop_loss',
  target_profit_price: 'take_profit',
}

/**
 * What the server said that belongs here in the ticket of this market; undefined when it said nothing, or something about
 * something else. Of the fields of another market there are none to say it beside.
 */
export function refusalAt(state: PlacingState, place: RefusalPlace, marketId: number): string | undefined {
  if (state.kind !== 'refused') return undefined
  const { reason, field, msg } = state.failure
  const at = state.input.forex_id === marketId ? placeOf(reason, field) : 'button'
  return at === place ? msg : undefined
}

function placeOf(reason: string | undefined, field: string | undefined): RefusalPlace {
  switch (reason) {
    case 'insufficient_margin':
      return 'margin'
    case 'invalid_lots':
    case 'lots_limit':
      return 'lots'
    case 'leverage_not_offered':
      return 'leverage'
    case 'price_required':
      return 'target'
    default:
      return placeOfField[field ?? ''] ?? 'button'
  }
}
