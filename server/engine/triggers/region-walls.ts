import type { TradingAccount } from '#core/decision/trading-account.ts'
import type { Walls } from '#core/margin/safe-region.ts'
import type { Micros } from '#core/money/micros.ts'

/**
 * Between which net values judging the risk of an account does nothing, exactly. Before the margin call: above 100 % of the
 * used margin. After it: above 50 % and up to 110 %. One that waits at the close-out level for a market to open may fall as it likes.
 */
export function regionWalls(
  { isWarned }: Pick<TradingAccount, 'isWarned'>,
  isWaiting: boolean,
  usedMargin: Micros,
): Walls {
  if (!isWarned) return { floor: usedMargin, ceiling: Number.POSITIVE_INFINITY }
  return {
    // Half of a safe whole number is exact.
    floor: isWaiting ? Number.NEGATIVE_INFINITY : usedMargin / 2,
    // The greatest whole number that is not above 110 %: the quotient is nearer to its true value than a tenth.
    ceiling: usedMargin + Math.floor(usedMargin / 10),
  }
}
