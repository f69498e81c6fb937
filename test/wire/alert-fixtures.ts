import type { PriceAlert } from '#contract/calls/alerts.ts'

/** An active alert of EUR/USD above 1.08500. */
export function priceAlert(changed: Partial<PriceAlert> = {}): PriceAlert {
  return {
    id: 1,
    forex_id: 101,
    code: 'EURUSD',
    show_code: 'EUR/USD',
    condition: 'above',
    price: '1.08500',
    percent: null,
    base: null,
    repeats: false,
    active: true,
    created_at: '2026-11-14T08:00:00.000Z',
    hit_at: null,
    hit_price: null,
    ...changed,
  }
}

/** It was reached and has ended. */
export const hitAlert = (changed: Partial<PriceAlert> = {}): PriceAlert =>
  priceAlert({
    ...{ active: false, hit_at: '2026-11-14T09:30:00.000Z', hit_price: '1.08503' },
    ...changed,
  })
