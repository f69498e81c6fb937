import type { Translate } from '#i18n/translator.ts'
import type { WebKey } from '#i18n/web/shell/en.ts'
import type { TicketKey } from '#i18n/web/ticket/en.ts'
import { figureText } from '#ui/figure-format.ts'
import { moneyDecimals } from '#web/parts/decimals.ts'
import type { StopKind } from '#web/parts/stops/stop-draft.ts'
import type { TicketField, TicketView } from '#web/parts/ticket/ticket-types.ts'
import type { ActionState } from '#web/trade-actions/action-state.ts'

const fields = ['leverage', 'target', 'lots'] as const

/** Message key that says why the order cannot be placed: conditions of the market first, then faults of the draft. */
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
  // If there is no fault either, some data is still loading.
  return view.faults.margin === undefined ? 'app.loading' : 'ticket.check.margin'
}

/** Where a refusal is shown: beside its field, or above the button if it concerns no field. */
export type RefusalPlace = TicketField | StopKind | 'button'

/** The server's message, if it refused the action and the refusal belongs in this place. */
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
