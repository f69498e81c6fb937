/** First integer from `low` to `high` for which the monotone predicate holds; undefined if there is none. */
export function binarySearchFirst(
  low: number,
  high: number,
  holds: (step: number) => boolean,
): number | undefined {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = from + Math.floor((to - from) / 2)
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from === to && holds(from) ? from : undefined
}
