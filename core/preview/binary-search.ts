/**
 * The first of the whole numbers from `low` to `high` for which it holds, where it holds for all after one for which it
 * does; undefined where it holds for none. Halves the range each time, so that 50 questions are the most.
 */
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
