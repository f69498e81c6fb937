export type ConcurrencyLimit = {
  /** Runs the work now or when a slot is free; `busy` if the queue is full. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result | 'busy'>
}

/** Limits how much work runs at a time, with a bounded first-in, first-out queue. */
export function createConcurrencyLimit(limits: {
  readonly maxRunning: number
  readonly maxQueued: number
}): ConcurrencyLimit {
  let running = 0
  const queue: (() => void)[] = []

  /** Hands the slot straight to the first in the queue, so that a newcomer cannot take it in between. */
  function release(): void {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return {
    async run(work) {
      if (running < limits.maxRunning) running += 1
      else if (queue.length >= limits.maxQueued) return 'busy'
      else await new Promise<void>((resolve) => queue.push(resolve))
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
