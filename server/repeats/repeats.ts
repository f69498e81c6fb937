import { type Outcome, refused } from '#contract/outcome.ts'
import { atMost } from '#server/platform/waiting.ts'
import { doOnce, keptMs, longestWaitMs, type RepeatsParts, type Work } from '#server/repeats/do-once.ts'
import { type AskedOnce, deleteExpired } from '#server/repeats/repeats-store.ts'

export type { AskedOnce } from '#server/repeats/repeats-store.ts'

/** Does the work the first time; a repeat gets the first outcome, and waits for it while it is being made. */
export type Once = (asked: AskedOnce, work: Work) => Promise<Outcome<unknown>>

export type Repeats = {
  readonly once: Once
  /** Forgets what is older than a day. Called every minute. */
  readonly sweep: () => Promise<void>
}

const sweptAtOnce = 1000
const mostSweeps = 100

/** What was done under an idempotency key, for a day, among all processes that share the database. */
export function createRepeats(parts: RepeatsParts): Repeats {
  const { pool, clock, timers } = parts
  /** As many as there are requests under way. Which of several different ones was first, only the database knows. */
  const underWay = new Map<string, Promise<Outcome<unknown>>>()

  async function once(asked: AskedOnce, work: Work): Promise<Outcome<unknown>> {
    const name = JSON.stringify([asked.scope, asked.key, asked.call, asked.fingerprint])
    const first = underWay.get(name)
    if (first !== undefined) return (await atMost(timers, longestWaitMs, first)) ?? refused('outcome_unknown')
    const own = doOnce(parts, asked, work).finally(() => underWay.delete(name))
    underWay.set(name, own)
    return await own
  }

  async function sweep(): Promise<void> {
    const expiredBefore = new Date(clock.now() - keptMs)
    for (let sweeps = 0; sweeps < mostSweeps; sweeps += 1) {
      if ((await deleteExpired(pool, expiredBefore, sweptAtOnce)) < sweptAtOnce) return
    }
  }
  return { once, sweep }
}
