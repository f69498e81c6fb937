// Amounts of deposits and withdrawals. Amounts in another currency are integers in units of its smallest decimal.
import { type Micros, micros, microsDecimals, type Rate, rateDecimals } from '#core/money/amounts.ts'
import { mulDivWithin } from '#core/money/mul-div.ts'

/** A currency has at most this many decimals here. The chain may know more. */
export const maxCurrencyDecimals = 8

/** Fee of a withdrawal: an amount in USD, or a share of the amount in billionths. */
export type PayoutFee =
  | { readonly kind: 'fixed'; readonly amount: Micros }
  | { readonly kind: 'share'; readonly share: Rate }

/** What a withdrawal was requested on. The movement keeps it, so that the payout can be computed again. */
export type PayoutTerms = {
  readonly currency: string
  readonly decimals: number
  readonly fee: Micros
  /** Units of the currency per US dollar. */
  readonly rate: Rate
}

/** a fixed amount, or rate × amount. Never above the amount. */
export function withdrawalFee(amount: Micros, fee: PayoutFee): Micros {
  const full =
    fee.kind === 'fixed' ? fee.amount : (mulDivWithin([amount, fee.share], [10 ** rateDecimals]) ?? amount)
  return micros(Math.min(amount, full))
}

/** Rounded down to the decimals of the currency. 0 if the fee uses up the amount. Undefined if out of range. */
export function payoutUnits(amount: Micros, { fee, rate, decimals }: PayoutTerms): number | undefined {
  const received = Math.max(0, amount - fee)
  const scale = 10n ** BigInt(microsDecimals + rateDecimals - decimals)
  const units = Number((BigInt(received) * BigInt(rate)) / scale)
  return Number.isSafeInteger(units) ? units : undefined
}

/** `rate` is USD per unit of the currency. Rounded once, half to even. Undefined if out of range. */
export function creditedAmount(units: number, decimals: number, rate: Rate): Micros | undefined {
  const credited = mulDivWithin([units, rate], [10 ** (decimals + rateDecimals - microsDecimals)])
  return credited === undefined ? undefined : micros(credited)
}
