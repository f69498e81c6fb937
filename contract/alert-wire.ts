// Price alerts as the user receives them.
import type { PriceAlert } from '#contract/calls/alerts.ts'
import { timeToWire } from '#contract/time-format.ts'
import type { AlertRule } from '#core/alert/alert-rule.ts'
import { percentDecimals } from '#core/alert/parse-alert.ts'
import type { Market } from '#core/market/market.ts'
import { formatPrice, type Price } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'

type ListedAlert = {
  readonly id: number
  readonly rule: AlertRule
  readonly repeats: boolean
  readonly isActive: boolean
  readonly createdAt: Date
  readonly lastHit: { readonly timeMs: number; readonly bid: Price } | undefined
}

export function alertToWire(
  { id, rule, repeats, isActive, createdAt, lastHit }: ListedAlert,
  market: Pick<Market, 'id' | 'code' | 'showCode' | 'pricePrecision'>,
): PriceAlert {
  const priceOf = (amount: Price) => formatPrice(amount, market.pricePrecision)
  const isChange = rule.condition === 'change'
  return {
    id,
    forex_id: market.id,
    code: market.code,
    show_code: market.showCode,
    condition: rule.condition,
    price: isChange ? null : priceOf(rule.level),
    percent: isChange ? formatDecimal(rule.hundredths, percentDecimals) : null,
    base: isChange ? priceOf(rule.base) : null,
    repeats,
    active: isActive,
    created_at: createdAt.toISOString(),
    hit_at: lastHit === undefined ? null : timeToWire(lastHit.timeMs),
    hit_price: lastHit === undefined ? null : priceOf(lastHit.bid),
  }
}
