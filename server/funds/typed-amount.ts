// Amounts and rates as users send them.
import { type Refusal, refused } from '#contract/outcome.ts'
import { parseRate, type Rate } from '#core/money/amounts.ts'
import { formatDecimal, parseDecimal } from '#core/money/decimal.ts'

type Bounds = {
  readonly decimals: number
  /** The code of the currency, for messages. */
  readonly currency: string
  readonly least: number
  readonly most?: number
}

/** The amount in its smallest decimal, or the refusal. */
export function typedAmount(text: string, bounds: Bounds): number | Refusal {
  const { decimals, currency, least, most } = bounds
  const parsed = parseDecimal(text.trim(), decimals)
  if (!parsed.ok && parsed.problem === 'out_of_range') return refused('amount_too_large')
  if (!parsed.ok) return refused('invalid_input', { field: 'number' })
  const { amount } = parsed
  const figure = (limit: number) => formatDecimal(limit, decimals)
  if (amount < least) return refused('amount_too_small', { figures: { least: figure(least), currency } })
  if (most !== undefined && amount > most)
    return refused('amount_too_large', { figures: { most: figure(most), currency } })
  return amount
}

/** Whether the user saw another rate than the one that applies now. Without a rate nothing is compared. */
export function hasRateChanged(seen: string | undefined, now: Rate): boolean {
  if (seen === undefined) return false
  const parsed = parseRate(seen.trim())
  return !parsed.ok || parsed.amount !== now
}
