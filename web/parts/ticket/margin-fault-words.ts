import type { TicketKey } from '#i18n/ticket/en.ts'
import type { Translate } from '#i18n/translator.ts'
import { figureText } from '#ui/figure-format.ts'
import { moneyDecimals } from '#web/parts/money-decimals.ts'
import type { TicketView } from '#web/parts/ticket/ticket-types.ts'

/** How much margin the order needs and how much is available. Undefined if there is enough. */
export function marginFaultWords(
  t: Translate<TicketKey>,
  { faults: { margin } }: Pick<TicketView, 'faults'>,
): string | undefined {
  if (margin?.kind !== 'insufficient_margin') return undefined
  return t('ticket.fault.margin', {
    needed: inDollars(margin.needed),
    available: inDollars(margin.available),
  })
}

function inDollars(amount: string): string {
  return figureText(amount, { decimals: moneyDecimals(amount) })
}
