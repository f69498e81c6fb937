import type { TicketKey } from '#i18n/ticket/en.ts'
import type { Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/en.ts'
import { figureText } from '#ui/figure-format.ts'
import { moneyDecimals } from '#web/parts/decimals.ts'
import type { StopKind } from '#web/parts/stops/stop-draft.ts'
import type { TicketField, TicketView } from '#web/parts/ticket/ticket-types.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'

const fields = ['leverage', 'target', 'lots'] as const

/** Why nothing can be placed, as the key of the words that say so: what holds for the market first, then what is filled in. */
export function blockReason(
  view: TicketView,
): TicketKey | Extract<WebKey, 'app.loading' | 'connection.reconnecting'> | undefined {
  if (view.block === 'reconnecting') return 'connection.reconnecting'
  if (view.block !== undefined) return `ticket.block.${view.block}`
  if (view.input !== undefined) return undefined
  const field = fields.find((name) => view.faults[name] !== undefined)
  if (field !== undefined) return `ticket.check.${field}`
  if (view.stopLoss?.fault !== undefined) return 'ticket.check.stop_loss'
  if (view.takeProfit?.fault !== undefined) return 'ticket.check.take_profit'
  // Whatever else it waits for is on its way.
  return view.faults.margin === undefined ? 'app.loading' : 'ticket.check.margin'
}

/** Where a refusal is shown: beside its field, or above the button if it concerns no field. */
export type RefusalPlace = TicketField | StopKind | 'button'

/** The server's words, if it refused the act and the refusal is shown in this place. */
export function refusalIn(state: ActionState, place: RefusalPlace): string | undefined {
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

/** How much margin the order needs and how much is available. Undefined if there is enough. */
export function describeMarginFault(
  t: Translate<TicketKey>,
  { faults: { margin } }: Pick<TicketView, 'faults'>,
): string | undefined {
  if (margin?.kind !== 'insufficient_margin') return undefined
  return t('ticket.fault.margin', {
    needed: formatDollars(margin.needed),
    available: formatDollars(margin.available),
  })
}

function formatDollars(amount: string): string {
  return figureText(amount, { decimals: moneyDecimals(amount) })
}
