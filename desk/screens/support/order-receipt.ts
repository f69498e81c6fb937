import type { ShownOrder, ShownReceipt } from '#contract/order-from-wire.ts'
import type { DeskKey } from '#i18n/desk/en.ts'
import type { Translate } from '#i18n/translator.ts'

/** One decision about an order, with the fill price if there was a fill. */
export type ReceiptStep = {
  readonly name: 'placed' | 'opened' | 'both' | 'ended'
  readonly receipt: ShownReceipt
  readonly fill: string | null
}

/** Decisions about the order, oldest first. A market order is placed and opened by one decision. */
export function receiptSteps({
  receipts,
  openPrice,
  closingPrice,
  status,
}: ShownOrder): readonly ReceiptStep[] {
  const { placed, opened, ended } = receipts
  const isOne = opened !== null && placed.rule === opened.rule && placed.seq === opened.seq
  return [
    isOne
      ? { name: 'both', receipt: opened, fill: openPrice }
      : { name: 'placed', receipt: placed, fill: null },
    ...(opened === null || isOne ? [] : [{ name: 'opened', receipt: opened, fill: openPrice } as const]),
    ...(ended === null
      ? []
      : [{ name: 'ended', receipt: ended, fill: status === 'closed' ? closingPrice : null } as const]),
  ]
}

type RuleKey = Extract<DeskKey, `support.rule.${string}`>

/** The type ensures that each rule in the dictionary is listed. */
const rules: Readonly<Record<RuleKey, true>> = {
  'support.rule.market_order': true,
  'support.rule.pending_order': true,
  'support.rule.limit_reached': true,
  'support.rule.stop_reached': true,
  'support.rule.closed_by_user': true,
  'support.rule.stop_loss_reached': true,
  'support.rule.take_profit_reached': true,
  'support.rule.stop_out': true,
  'support.rule.demo_reset': true,
  'support.rule.insufficient_margin': true,
  'support.rule.notional_limit': true,
  'support.rule.orders_limit': true,
  'support.rule.simulated_prices': true,
  'support.rule.cancelled_by_user': true,
  'support.rule.amended': true,
}

/** A rule of a newer server is shown by name. */
export function ruleText(rule: string, t: Translate<DeskKey>): string {
  const key = `support.rule.${rule}`
  return isRule(key) ? t(key) : rule.replaceAll('_', ' ')
}

function isRule(key: string): key is RuleKey {
  return Object.hasOwn(rules, key)
}
