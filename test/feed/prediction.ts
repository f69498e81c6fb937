// Tries to foretell moves from what was public before them: a linear regression, and a strategy that trades on it.

/** A moment at which a trader could act: what they know, and what comes. */
export type Moment = {
  readonly features: readonly number[]
  /** Move of the logarithm of the price from then to the end of the trade. */
  readonly move: number
  /** Cost of buying and selling, as a share of the price. */
  readonly spread: number
}

export type Earnings = {
  readonly trades: number
  /** Mean profit of a trade after the spread, in spreads. */
  readonly net: number
  /** The mean in its standard errors. Luck alone stays below 3. */
  readonly score: number
}

/**
 * Fits the moves of the first half to their features. In the second half, trades in the predicted direction at the
 * moments with the strongest prediction, relative to the spread.
 */
export function tradeOnPrediction(moments: readonly Moment[], share = 0.02): Earnings {
  const half = moments.length >> 1
  const weights = fit(moments.slice(0, half))
  const later = moments
    .slice(half)
    .map((moment) => ({ ...moment, expected: dot(weights, withConstant(moment.features)) }))
    .sort((one, other) => Math.abs(other.expected / other.spread) - Math.abs(one.expected / one.spread))
  const chosen = later.slice(0, Math.ceil(later.length * share))
  return earningsOf(chosen.map(({ expected, move, spread }) => (Math.sign(expected) * move) / spread - 1))
}

export function earningsOf(profits: readonly number[]): Earnings {
  const trades = profits.length
  const net = profits.reduce((sum, profit) => sum + profit, 0) / trades
  const variance = profits.reduce((sum, profit) => sum + (profit - net) ** 2, 0) / trades
  return { trades, net, score: net / Math.sqrt(variance / trades) }
}

function withConstant(features: readonly number[]): readonly number[] {
  return [1, ...features]
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

/** Least squares: solves the normal equations by elimination. A tiny ridge keeps them solvable. */
function fit(moments: readonly Moment[]): readonly number[] {
  const size = (moments[0]?.features.length ?? 0) + 1
  const rows = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const { features, move } of moments) {
    const values = withConstant(features)
    rows.forEach((row, at) => {
      const value = values[at] ?? 0
      for (let column = 0; column < size; column++) {
        row[column] = (row[column] ?? 0) + value * (values[column] ?? 0)
      }
      row[size] = (row[size] ?? 0) + value * move
    })
  }
  rows.forEach((row, at) => {
    row[at] = (row[at] ?? 0) * (1 + 1e-9) + 1e-30
  })
  return solve(rows)
}

function solve(rows: readonly Float64Array[]): readonly number[] {
  const size = rows.length
  rows.forEach((pivot, at) => {
    const divisor = pivot[at] ?? 1
    for (let column = at; column <= size; column++) pivot[column] = (pivot[column] ?? 0) / divisor
    rows.forEach((row, other) => {
      const factor = row[at] ?? 0
      if (other === at || factor === 0) return
      for (let column = at; column <= size; column++) {
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0)
      }
    })
  })
  return rows.map((row) => row[size] ?? 0)
}
