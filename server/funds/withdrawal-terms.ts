// The terms of a withdrawal: the checks of its amount, and what the user would receive.
import { type Refusal, refused } from '#contract/outcome.ts'
import { type PayoutFee, type PayoutTerms, payoutUnits, withdrawalFee } from '#core/funds/payout.ts'
import { formatMicros, type Micros, micros, microsDecimals, parseMicros, rate } from '#core/money/amounts.ts'
import type { Currency } from '#server/funds/funds-types.ts'
import { hasRateChanged, typedAmount } from '#server/funds/typed-amount.ts'
import type { Portfolio } from '#server/portfolio/portfolio.ts'

export type TypedTerms = {
  readonly amount: string
  /** Fee and rate the user saw. */
  readonly fee?: string | undefined
  readonly rate?: string | undefined
}

export type AgreedTerms = {
  readonly amount: Micros
  readonly terms: PayoutTerms
  /** Amount received, in the smallest decimal of the currency. */
  readonly payout: number
}

export function agreedTerms(currency: Currency, typed: TypedTerms): AgreedTerms | Refusal {
  const { code, decimals, payoutRate, leastPayout: least, mostPayout: most } = currency
  if (payoutRate === null) return refused('currency_off')
  const bounds = { decimals: microsDecimals, currency: 'USD', least, most }
  const parsed = typedAmount(typed.amount, bounds)
  if (typeof parsed !== 'number') return parsed
  const amount = micros(parsed)
  const fee = withdrawalFee(amount, payoutFee(currency))
  if (hasFeeChanged(typed.fee, fee) || hasRateChanged(typed.rate, payoutRate)) return refused('terms_changed')
  const terms = { currency: code, decimals, fee, rate: payoutRate }
  const payout = payoutUnits(amount, terms)
  if (payout === undefined) return refused('amount_too_large')
  return payout > 0 ? { amount, terms, payout } : refused('payout_too_small')
}

function payoutFee({ feeKind, feeValue }: Currency): PayoutFee {
  return feeKind === 'fixed'
    ? { kind: 'fixed', amount: micros(feeValue) }
    : { kind: 'share', share: rate(feeValue) }
}

function hasFeeChanged(seen: string | undefined, now: Micros): boolean {
  if (seen === undefined) return false
  const parsed = parseMicros(seen.trim())
  return !parsed.ok || parsed.amount !== now
}

/** What the engine would allow now: the smaller of the balance and the free margin. */
export async function withdrawableNow(
  portfolio: Pick<Portfolio, 'funds'>,
  userId: number,
): Promise<Micros | 'busy'> {
  const funds = await portfolio.funds(userId)
  if (funds === 'busy') return 'busy'
  return micros(Math.max(0, Math.min(funds.balance, funds.freeMargin)))
}

export function insufficient(available: Micros): Refusal {
  return refused('insufficient_balance', { figures: { available: formatMicros(available) } })
}
