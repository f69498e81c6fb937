export type ConcurrencyLimit = {
  /** Runs the work now or when a slot is free; `busy` if the queue is full. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result | 'busy'>
  /** For work that ends elsewhere: takes a slot, which is held until the returned function is called. */
  readonly enter: () => Promise<(() => void) | 'busy'>
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
  /** Undefined if a slot was free, so that the work can start at once. */
  function take(): Promise<void> | 'busy' | undefined {
    if (running < limits.maxRunning) {
      running += 1
      return undefined
    }
    return queue.length >= limits.maxQueued ? 'busy' : new Promise<void>((resolve) => queue.push(resolve))
  }
  return {
    async run(work) {
      const turn = take()
      if (turn === 'busy') return turn
      if (turn !== undefined) await turn
      try {
        return await work()
      } finally {
        release()
      }
    },
    async enter() {
      const turn = take()
      if (turn === 'busy') return turn
      await turn
      let isHeld = true
      return () => {
        if (isHeld) release()
        isHeld = false
      }
    },
  }
}
