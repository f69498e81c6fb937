import type { Translate } from '#i18n/translator.ts'
import type { TradingKey } from '#i18n/web/trading/en.ts'
import { figureText } from '#ui/figure-format.ts'
import type { TradeAction } from '#web/calls/trading.ts'
import { type ActionState, closedOrderIds } from '#web/trade-actions/action-state.ts'

type DoneState = Extract<ActionState, { kind: 'done' }>

/** Describes an action with its figures, because the user may see the text much later. */
export function describeAction(t: Translate<TradingKey>, { kind, input }: TradeAction): string {
  switch (kind) {
    case 'place':
      return t('act.name.place', {
        side: t(`order.side.${input.type === 1 ? 'buy' : 'sell'}`),
        lots: figureText(input.cont),
        price: figureText(input.target_price ?? input.price),
      })
    case 'close':
      if (input.cont === undefined) return t('act.name.close')
      return t('act.name.close_part', { lots: figureText(input.cont, { decimals: 2 }) })
    case 'close_many':
      return t('act.name.close_many', { count: closedOrderIds(input).length })
    default:
      return t(`act.name.${kind}`)
  }
}

/** Describes the result: the fill price of a new order, or how many of several orders were closed. */
export function describeResult(t: Translate<TradingKey>, { request, done }: DoneState): string {
  if (done.kind === 'close_many') {
    const { results } = done.answer
    const closed = results.filter(({ code }) => code === 1)
    if (closed.length < results.length)
      return t('act.done_some', { done: closed.length, all: results.length })
  }
  if (done.kind !== 'place' || request.kind !== 'place')
    return t('act.done', { what: describeAction(t, request) })
  const input = { ...request.input, target_price: done.answer.OriginPrice }
  return t('act.done', { what: describeAction(t, { ...request, input }) })
}
