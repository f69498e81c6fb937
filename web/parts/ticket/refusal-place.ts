import type { ActState } from '#web/acts/act-types.ts'
import type { StopKind } from '#web/parts/stops/stop-types.ts'
import type { TicketField } from '#web/parts/ticket/ticket-types.ts'

/** Where a refusal is shown: beside its field, or above the button if it concerns no field. */
export type RefusalPlace = TicketField | StopKind | 'button'

/** The server's words, if it refused the act and the refusal is shown in this place. */
export function refusalIn(state: ActState, place: RefusalPlace): string | undefined {
  if (state.kind !== 'failed' || state.failure.kind !== 'refused') return undefined
  const { reason, field, msg } = state.failure
  return refusalPlace(reason, field) === place ? msg : undefined
}

const placeOfField: Readonly<Record<string, RefusalPlace>> = {
  cont: 'lots',
  multiple: 'leverage',
  target_price: 'target',
  stop_loss_price: 'stop_loss',
  target_profit_price: 'take_profit',
}

function refusalPlace(reason: string | undefined, field: string | undefined): RefusalPlace {
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
