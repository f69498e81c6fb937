/** The value that exceeds this share of all values. NaN if there are none. */
export function percentile(values: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** For an even number of values, returns the mean of the two middle ones. */
export function median(values: Iterable<number>): number {
  const sorted = Float64Array.from(values).sort()
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2
}

export function mean(values: Iterable<number>): number {
  let sum = 0
  let count = 0
  for (const value of values) {
    sum += value
    count += 1
  }
  return sum / count
}

/** The median of each figure over several runs. */
export function medianOfEach<Figure extends string>(
  runs: readonly Readonly<Record<Figure, number>>[],
): Readonly<Record<Figure, number>> {
  const figures = Object.keys(runs[0] ?? {}) as Figure[]
  return Object.fromEntries(
    figures.map((figure) => [figure, median(runs.map((run) => run[figure]))]),
  ) as Record<Figure, number>
}
