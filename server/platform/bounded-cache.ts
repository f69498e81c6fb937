export type BoundedCache<Value> = {
  /** Calls for the same key share one `make`. Only values with a size are kept. */
  readonly get: (key: string, make: () => Promise<Value>) => Promise<Value>
  readonly forget: (key: string) => void
}

/** Keeps the values used last, up to a total size. */
export function createBoundedCache<Value>(limits: {
  readonly maxSize: number
  /** Undefined if the value is not to be kept. */
  readonly sizeOf: (value: Value) => number | undefined
}): BoundedCache<Value> {
  const kept = new Map<string, { readonly value: Value; readonly size: number }>()
  const making = new Map<string, Promise<Value>>()
  let total = 0

  function forget(key: string): void {
    total -= kept.get(key)?.size ?? 0
    kept.delete(key)
    making.delete(key)
  }

  function keep(key: string, value: Value): void {
    const size = limits.sizeOf(value)
    if (size === undefined || size > limits.maxSize) return
    forget(key)
    kept.set(key, { value, size })
    total += size
    // A map has its keys in the order in which they were set.
    for (const [oldest] of kept) {
      if (total <= limits.maxSize) return
      forget(oldest)
    }
  }

  async function make(key: string, work: () => Promise<Value>): Promise<Value> {
    const result = work()
    making.set(key, result)
    try {
      const value = await result
      // Not if it was forgotten meanwhile.
      if (making.get(key) === result) keep(key, value)
      return value
    } finally {
      if (making.get(key) === result) making.delete(key)
    }
  }

  return {
    async get(key, work) {
      const found = kept.get(key)
      if (found === undefined) return await (making.get(key) ?? make(key, work))
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    forget,
  }
}
