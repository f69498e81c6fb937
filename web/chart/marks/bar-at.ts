/** Which of the bars, ascending in time, holds this moment; undefined for one before the first. */
export function barAt(bars: readonly { readonly timestamp: number }[], timeMs: number): number | undefined {
  let low = 0
  let high = bars.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bars[middle]?.timestamp ?? 0) <= timeMs) low = middle + 1
    else high = middle
  }
  return low === 0 ? undefined : low - 1
}
