import { type AlertCondition, alertLimits } from '#core/alert/alert.ts'
import { type AlertRule, isReached } from '#core/alert/alert-rule.ts'
import type { Price } from '#core/money/amounts.ts'
import { parseDecimal } from '#core/money/decimal.ts'
import { parsePriceInput } from '#core/order/decimal-input.ts'

export type TypedAlert = {
  readonly condition: AlertCondition
  /** For above and below. */
  readonly price: string | undefined
  /** For change, with up to two decimals. */
  readonly percent: string | undefined
}

/** `no_price`: there is no price yet from which a change could be measured. `alert_reached`: the bid is there already. */
export type AlertProblem =
  | 'price_required'
  | 'invalid_price'
  | 'invalid_percent'
  | 'no_price'
  | 'alert_reached'

export type ParsedAlert =
  | { readonly ok: true; readonly rule: AlertRule }
  | { readonly ok: false; readonly problem: AlertProblem }

export const percentDecimals = 2

/** `bid` is the newest of the market. Without one, an alert on a level waits for the first quote. */
export function parseAlert(typed: TypedAlert, precision: number, bid: Price | undefined): ParsedAlert {
  if (typed.condition === 'change') return parseChange(typed.percent, bid)
  if (typed.price === undefined) return { ok: false, problem: 'price_required' }
  const level = parsePriceInput(typed.price, precision)
  if (level === undefined) return { ok: false, problem: 'invalid_price' }
  const rule = { condition: typed.condition, level }
  if (bid !== undefined && isReached(rule, bid)) return { ok: false, problem: 'alert_reached' }
  return { ok: true, rule }
}

function parseChange(percent: string | undefined, bid: Price | undefined): ParsedAlert {
  const parsed = parseDecimal(percent ?? '', percentDecimals)
  const { leastChange, mostChange } = alertLimits
  if (!parsed.ok || parsed.amount < leastChange || parsed.amount > mostChange)
    return { ok: false, problem: 'invalid_percent' }
  if (bid === undefined) return { ok: false, problem: 'no_price' }
  return { ok: true, rule: { condition: 'change', base: bid, hundredths: parsed.amount } }
}
