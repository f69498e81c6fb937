import { median } from '#bench/measuring/percentile.ts'

/** Of several runs with the same figures the median of each figure by itself. */
export function medianOfEach<Figure extends string>(
  runs: readonly Readonly<Record<Figure, number>>[],
): Readonly<Record<Figure, number>> {
  const figures = Object.keys(runs[0] ?? {}) as Figure[]
  return Object.fromEntries(
    figures.map((figure) => [figure, median(runs.map((run) => run[figure]))]),
  ) as Record<Figure, number>
}
