export type ConcurrencyLimit = {
  /** Runs it now or in its turn; `busy` when too many wait already. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result | 'busy'>
}

/** Lets so many be at work at a time and so many wait, first come, first served. */
export function createConcurrencyLimit(limits: {
  readonly maxRunning: number
  readonly maxQueued: number
}): ConcurrencyLimit {
  let atWork = 0
  const waiting: (() => void)[] = []

  /** Whoever ends hands the place to the first who waits, so that nobody slips in between. */
  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) atWork -= 1
    else next()
  }
  return {
    async run(work) {
      if (atWork < limits.maxRunning) atWork += 1
      else if (waiting.length >= limits.maxQueued) return 'busy'
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
