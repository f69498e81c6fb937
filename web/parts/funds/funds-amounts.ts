// Amounts of deposits and withdrawals, computed as the server computes them.
import type { DrawCurrency } from '#contract/calls/funds.ts'
import { creditedAmount, type PayoutFee, payoutUnits, withdrawalFee } from '#core/funds/payout.ts'
import { formatMicros, microsDecimals, parseMicros, parseRate } from '#core/money/amounts.ts'
import { formatDecimal, parseDecimal } from '#core/money/decimal.ts'
import { compareDecimals } from '#ui/decimal.ts'

export type AmountLimits = {
  readonly decimals: number
  readonly least: string
  /** Undefined if there is no limit. */
  readonly most?: string | undefined
}

export type AmountFault = 'required' | 'decimals' | 'range' | 'least' | 'most'

/** What is wrong with an amount as typed. Undefined if nothing is. */
export function amountFault(typed: string, { decimals, least, most }: AmountLimits): AmountFault | undefined {
  if (typed === '') return 'required'
  const parsed = parseDecimal(typed, decimals)
  if (!parsed.ok)
    return parsed.problem === 'too_precise'
      ? 'decimals'
      : parsed.problem === 'out_of_range'
        ? 'range'
        : 'required'
  if (parsed.amount <= 0 || compareDecimals(typed, least) < 0) return 'least'
  return most !== undefined && compareDecimals(typed, most) > 0 ? 'most' : undefined
}

export type DepositTerms = {
  readonly decimals: number
  /** US dollars per unit of the currency. */
  readonly rate: string
}

/** US dollars that a deposit would credit. Undefined for an amount that cannot be credited. */
export function creditedUsd(typed: string, { decimals, rate }: DepositTerms): string | undefined {
  const units = parseDecimal(typed, decimals)
  const usdPerUnit = parseRate(rate)
  if (!units.ok || !usdPerUnit.ok || units.amount < 0) return undefined
  const credited = creditedAmount(units.amount, decimals, usdPerUnit.amount)
  return credited === undefined ? undefined : formatMicros(credited)
}

export type PayoutPreview = {
  /** In US dollars. */
  readonly fee: string
  /** In the currency of the payout. */
  readonly received: string
  /** The fee uses up the amount, or the rest is below the smallest unit. */
  readonly isNothing: boolean
}

type PayoutTermsOfCurrency = Pick<DrawCurrency, 'code' | 'draw_rate' | 'fee_type' | 'usd_price' | 'decimals'>

/** Fee and amount received of a withdrawal. Undefined for an amount that cannot be computed. */
export function payoutPreview(typed: string, currency: PayoutTermsOfCurrency): PayoutPreview | undefined {
  const amount = parseMicros(typed)
  const price = parseRate(currency.usd_price)
  const rule = payoutFee(currency)
  if (!amount.ok || !price.ok || rule === undefined || amount.amount < 0) return undefined
  const { code, decimals } = currency
  const fee = withdrawalFee(amount.amount, rule)
  const units = payoutUnits(amount.amount, { currency: code, decimals, fee, rate: price.amount })
  if (units === undefined) return undefined
  return { fee: formatMicros(fee), received: formatDecimal(units, decimals), isNothing: units === 0 }
}

function payoutFee({ fee_type, draw_rate }: PayoutTermsOfCurrency): PayoutFee | undefined {
  if (fee_type === 1) {
    const amount = parseMicros(draw_rate)
    return amount.ok ? { kind: 'fixed', amount: amount.amount } : undefined
  }
  const share = parseRate(draw_rate)
  return share.ok ? { kind: 'share', share: share.amount } : undefined
}

/** The whole amount that can be withdrawn now: the available one, capped by the limit of the currency. */
export function largestWithdrawal(available: string, most: string): string {
  return plainDecimal(compareDecimals(available, most) > 0 ? most : available)
}

export function isZero(amount: string): boolean {
  return compareDecimals(amount, '0') <= 0
}

/** Without zeros at the end of the decimals: "12.500000" is "12.5". */
export function plainDecimal(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}

/** Amounts in dollars are typed with at most this many decimals. */
export const usdDecimals = microsDecimals
