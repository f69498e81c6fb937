/** Least-recently-used cache by number. The latest result needs no map lookup, because most calls ask for it again. */
export function createLruMemo<Value>(
  capacity: number,
  compute: (index: number) => Value,
): (index: number) => Value {
  const cached = new Map<number, Value>()
  let lastIndex = Number.NaN
  let last: Value
  return (index) => {
    if (index === lastIndex) return last
    const known = cached.get(index)
    last = known ?? compute(index)
    lastIndex = index
    // A Map iterates in insertion order, so after this its first key is the least recently used.
    cached.delete(index)
    cached.set(index, last)
    for (const oldest of cached.keys()) {
      if (cached.size <= capacity) break
      cached.delete(oldest)
    }
    return last
  }
}
