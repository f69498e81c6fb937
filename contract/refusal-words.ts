// What people are told of a refusal. With its figures it says more; without them it is still a whole sentence.
import type { RefusalData } from '#contract/envelope.ts'
import type { Reason } from '#contract/reasons.ts'
import type { ServerKey } from '#i18n/server/en.ts'
import type { Translate } from '#i18n/translator.ts'

type Detailed = {
  readonly key: ServerKey
  readonly figures: readonly string[]
  /** Its figures are money: what ends in zeros is said without them, down to cents. */
  readonly isMoney?: true
}

const detailed: Readonly<Partial<Record<Reason, Detailed>>> = {
  invalid_lots: { key: 'reason.invalid_lots.figures', figures: ['step', 'least'] },
  lots_limit: { key: 'reason.lots_limit.figures', figures: ['limit'] },
  orders_limit: { key: 'reason.orders_limit.figures', figures: ['limit'] },
  notional_limit: { key: 'reason.notional_limit.figures', figures: ['limit'], isMoney: true },
  price_moved: { key: 'reason.price_moved.figures', figures: ['bid', 'ask'] },
  insufficient_margin: {
    key: 'reason.insufficient_margin.figures',
    figures: ['needed', 'available'],
    isMoney: true,
  },
  insufficient_balance: { key: 'reason.insufficient_balance.figures', figures: ['available'], isMoney: true },
}

/** Those of which the field matters to the sentence: it is named in words, not as the wire calls it. */
const ofField: Readonly<Partial<Record<Reason, Readonly<Record<string, Detailed>>>>> = {
  stop_wrong_side: {
    stop_loss_price: { key: 'reason.stop_wrong_side.stop_loss', figures: ['nearest'] },
    target_profit_price: { key: 'reason.stop_wrong_side.take_profit', figures: ['nearest'] },
  },
  invalid_price: {
    stop_loss_price: { key: 'reason.invalid_price.stop_loss', figures: [] },
    target_profit_price: { key: 'reason.invalid_price.take_profit', figures: [] },
  },
}

export function refusalMessage(
  { reason, field, figures = {} }: RefusalData,
  say: Translate<ServerKey>,
): string {
  if (reason === 'invalid_input' && field !== undefined) return say('reason.invalid_input.field', { field })
  const more = ofField[reason]?.[field ?? ''] ?? detailed[reason]
  const isComplete = more?.figures.every((name) => figures[name] !== undefined) === true
  if (more === undefined || !isComplete) return say(`reason.${reason}`)
  return say(more.key, more.isMoney ? inCents(figures) : figures)
}

function inCents(figures: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, text]) => [name, text.replace(/(\.\d\d\d*?)0+$/, '$1')]),
  )
}
