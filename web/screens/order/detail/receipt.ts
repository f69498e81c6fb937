import type { ShownOrder, ShownReceipt } from '#contract/order-from-wire.ts'
import { formatMicros, parseMicros } from '#core/money/amounts.ts'
import { subtract } from '#core/money/safe-integer.ts'
import type { Side } from '#core/order/order.ts'
import type { Translate } from '#i18n/translator.ts'
import type { OrdersKey } from '#i18n/web/orders/en.ts'
import { figureText } from '#ui/figure-format.ts'

/** One decision about an order, with the fill price if there was a fill. */
export type ReceiptStep = {
  readonly name: 'placed' | 'opened' | 'both' | 'ended'
  readonly receipt: ShownReceipt
  readonly fill: string | null
}

/** Decisions about the order, oldest first. A market order is placed and opened by one decision. */
export function receiptSteps(order: ShownOrder): readonly ReceiptStep[] {
  const { placed, opened, ended } = order.receipts
  const isOne = opened !== null && isSameDecision(placed, opened)
  const opening: readonly ReceiptStep[] = isOne
    ? [{ name: 'both', receipt: opened, fill: order.openPrice }]
    : [
        { name: 'placed', receipt: placed, fill: null },
        ...(opened === null ? [] : [{ name: 'opened', receipt: opened, fill: order.openPrice } as const]),
      ]
  if (ended === null) return opening
  return [
    ...opening,
    { name: 'ended', receipt: ended, fill: order.status === 'closed' ? order.closingPrice : null },
  ]
}

function isSameDecision(one: ShownReceipt, other: ShownReceipt): boolean {
  return one.rule === other.rule && one.seq === other.seq
}

/** Explains the rule that decided, with the account figures for margin rules. */
export function ruleText(t: Translate<OrdersKey>, { rule, account }: ShownReceipt, side: Side): string {
  if (rule === 'stop_out')
    return account === null ? t('detail.rule.stop_out.plain') : closeOutText(t, account)
  if (rule === 'insufficient_margin')
    return account?.needed == null
      ? t('detail.rule.insufficient_margin.plain')
      : insufficientMarginText(t, account)
  const key = keysBySide[rule]?.[side] ?? keyByRule[rule]
  return key === undefined ? t('detail.rule.unknown', { rule }) : t(key)
}

type Account = NonNullable<ShownReceipt['account']>

function closeOutText(t: Translate<OrdersKey>, { midEquity, usedMargin, marginLevel }: Account): string {
  return t('detail.rule.stop_out', {
    net: isolatedFigure(midEquity, 6),
    margin: isolatedFigure(usedMargin, 6),
    rate: isolatedFigure(marginLevel, 2),
  })
}

function insufficientMarginText(t: Translate<OrdersKey>, { needed, equity, usedMargin }: Account): string {
  return t('detail.rule.insufficient_margin', {
    needed: isolatedFigure(needed, 6),
    available: isolatedFigure(availableOf(equity, usedMargin), 6),
    net: isolatedFigure(equity, 6),
    margin: isolatedFigure(usedMargin, 6),
  })
}

function availableOf(equity: string | null, usedMargin: string): string | null {
  if (equity === null) return null
  const [net, used] = [parseMicros(equity), parseMicros(usedMargin)]
  return net.ok && used.ok ? formatMicros(subtract(net.amount, used.amount)) : null
}

/** Isolated left to right, because the sentence may run right to left. */
function isolatedFigure(value: string | null, decimals: number): string {
  return `\u2066${figureText(value, { decimals })}\u2069`
}

const keysBySide: Readonly<Record<string, Readonly<Record<Side, OrdersKey>>>> = {
  market_order: { buy: 'detail.rule.market_order.buy', sell: 'detail.rule.market_order.sell' },
  limit_reached: { buy: 'detail.rule.limit_reached.buy', sell: 'detail.rule.limit_reached.sell' },
  stop_reached: { buy: 'detail.rule.stop_reached.buy', sell: 'detail.rule.stop_reached.sell' },
  closed_by_user: { buy: 'detail.rule.closed_by_user.buy', sell: 'detail.rule.closed_by_user.sell' },
  stop_loss_reached: {
    buy: 'detail.rule.stop_loss_reached.buy',
    sell: 'detail.rule.stop_loss_reached.sell',
  },
  take_profit_reached: {
    buy: 'detail.rule.take_profit_reached.buy',
    sell: 'detail.rule.take_profit_reached.sell',
  },
}

const keyByRule: Readonly<Record<string, OrdersKey>> = {
  pending_order: 'detail.rule.pending_order',
  demo_reset: 'detail.rule.demo_reset',
  notional_limit: 'detail.rule.notional_limit',
  orders_limit: 'detail.rule.orders_limit',
  simulated_prices: 'detail.rule.simulated_prices',
  cancelled_by_user: 'detail.rule.cancelled_by_user',
  amended: 'detail.rule.amended',
}
