import type { PoolClient } from '#server/storage/storage.ts'
import { type OutcomeFound, type OutcomeMark, readOutcomes } from '#server/verify/comparing/written-store.ts'

type Moment = { readonly userId: number; readonly timeMs: number }

/** What is kept under keys, in the order of time, until something comes to it. */
export type OutcomeRows = {
  /** Reads on, up to this moment and without it. */
  readonly readBefore: (client: PoolClient, ms: number) => Promise<void>
  /** Takes one out that is of this user at this moment, and is it. */
  readonly take: (moment: Moment, isIt: (row: OutcomeFound) => boolean) => boolean
  readonly reportLeft: () => void
}

const readAtOnce = 2000
/** Rows that nothing has come to yet: a clock that was put back lets some of them wait. Beyond it they are nobody's. */
const maxQueued = 50_000

export function createOutcomeRows(sinceMs: number, onStranger: (row: OutcomeFound) => void): OutcomeRows {
  const waiting = new Map<string, OutcomeFound[]>()
  let waitingCount = 0
  let last: OutcomeMark = { timeMs: sinceMs, userId: 0, key: '' }

  function keep(row: OutcomeFound): void {
    const name = nameOf(row)
    const sameMoment = waiting.get(name)
    if (sameMoment === undefined) waiting.set(name, [row])
    else sameMoment.push(row)
    waitingCount += 1
  }
  function reportLeft(): void {
    for (const rows of waiting.values()) rows.forEach(onStranger)
    waiting.clear()
    waitingCount = 0
  }
  return {
    async readBefore(client, ms) {
      for (let read = readAtOnce; read === readAtOnce; ) {
        const rows = await readOutcomes(client, last, ms, readAtOnce)
        for (const row of rows) keep(row)
        last = rows.at(-1) ?? last
        read = rows.length
        if (waitingCount > maxQueued) reportLeft()
      }
    },
    take(moment, isIt) {
      const name = nameOf(moment)
      const rows = waiting.get(name) ?? []
      const at = rows.findIndex(isIt)
      if (at === -1) return false
      rows.splice(at, 1)
      if (rows.length === 0) waiting.delete(name)
      waitingCount -= 1
      return true
    },
    reportLeft,
  }
}

function nameOf({ userId, timeMs }: Moment): string {
  return `${userId} ${timeMs}`
}
