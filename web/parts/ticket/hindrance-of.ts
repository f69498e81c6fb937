import type { TicketKey } from '#i18n/ticket/en.ts'
import type { WebKey } from '#i18n/web/en.ts'
import type { TicketView } from '#web/parts/ticket/ticket-types.ts'

const fields = ['leverage', 'target', 'lots'] as const

/** Why nothing can be placed, as the key of the words that say so: what holds for the market first, then what is filled in. */
export function hindranceOf(
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
