export type TurnLimits = { readonly atOnce: number; readonly mostWaiting: number }

/** Lets a few at a time through, keeps some waiting in order, and turns the rest away. */
export function createTurns({ atOnce, mostWaiting }: TurnLimits) {
  const waiting: (() => void)[] = []
  let underWay = 0

  /** Undefined, at once, when too many are waiting already. */
  async function take<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (underWay >= atOnce) {
      if (waiting.length >= mostWaiting) return undefined
      // Whoever leaves hands over the place, so that nobody slips in between.
      await new Promise<void>((enter) => waiting.push(enter))
    } else underWay += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) underWay -= 1
      else next()
    }
  }
  return { take }
}
