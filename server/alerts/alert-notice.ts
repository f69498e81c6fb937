import { percentDecimals } from '#core/alert/parse-alert.ts'
import type { Market } from '#core/market/market.ts'
import { formatPrice } from '#core/money/amounts.ts'
import { formatDecimal } from '#core/money/decimal.ts'
import type { AlertHit } from '#server/alerts/alerts-types.ts'
import type { NewNotice } from '#server/notices/notices.ts'

/** The source names the alert and the sequence of the quote that hit it, which is a different one for each hit. */
export function noticeOf(
  { alert: { id, userId, rule }, quote: { bid, timeMs, seq } }: AlertHit,
  { code, showCode, pricePrecision }: Pick<Market, 'code' | 'showCode' | 'pricePrecision'>,
): NewNotice {
  const reached =
    rule.condition === 'change'
      ? {
          level: formatDecimal(rule.hundredths, percentDecimals),
          base: formatPrice(rule.base, pricePrecision),
        }
      : { level: formatPrice(rule.level, pricePrecision) }
  return {
    userId,
    source: `alert:${id}:${seq}`,
    atMs: timeMs,
    content: {
      kind: 'price_alert',
      market: showCode,
      code,
      condition: rule.condition,
      ...reached,
      price: formatPrice(bid, pricePrecision),
    },
  }
}
