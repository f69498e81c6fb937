/** Remembers what was computed last, by a number. The newest is found without a look-up, as it is asked for most. */
export function createRecent<Value>(
  most: number,
  compute: (index: number) => Value,
): (index: number) => Value {
  const kept = new Map<number, Value>()
  let lastIndex = Number.NaN
  let last: Value
  return (index) => {
    if (index === lastIndex) return last
    const known = kept.get(index)
    last = known ?? compute(index)
    lastIndex = index
    // A Map keeps the order of insertion, so the first is the one that was not asked for the longest.
    kept.delete(index)
    kept.set(index, last)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return last
  }
}
