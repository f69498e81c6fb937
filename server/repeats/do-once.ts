import { type Outcome, refused } from '#contract/outcome.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import type { Timers } from '#server/platform/timers.ts'
import { pause } from '#server/platform/waiting.ts'
import { isKept } from '#server/repeats/kept.ts'
import {
  type AskedOnce,
  type Attempt,
  beginAttempt,
  dropAttempt,
  keepOutcome,
  type Remembered,
  readRemembered,
} from '#server/repeats/repeats-store.ts'
import type { Pool } from '#server/storage/storage.ts'

export type RepeatsParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

export type Work = () => Promise<Outcome<unknown>>

/** So long a repeat is answered with the first outcome. */
export const keptMs = 24 * 3600 * 1000
export const longestWaitMs = 5000
/** No work takes nearly as long, so whoever began it is gone. */
const abandonedAfterMs = 60_000
const askAgainMs = 100

/** It is our turn, or somebody else's: then theirs is waited for, for a while. */
export async function doOnce(parts: RepeatsParts, asked: AskedOnce, work: Work): Promise<Outcome<unknown>> {
  const { pool, clock, timers } = parts
  const giveUpAtMs = clock.elapsed() + longestWaitMs
  for (;;) {
    const nowMs = clock.now()
    const attempt = { asked, startedAt: new Date(nowMs) }
    const bounds = {
      expiredBefore: new Date(nowMs - keptMs),
      abandonedBefore: new Date(nowMs - abandonedAfterMs),
    }
    if (await beginAttempt(pool, attempt, bounds)) return await workOnce(parts, attempt, work)
    const remembered = await readRemembered(pool, asked)
    if (remembered !== undefined && !isSame(remembered, asked)) return refused('idempotency_mismatch')
    if (remembered?.outcome) return remembered.outcome
    if (clock.elapsed() >= giveUpAtMs) return refused('outcome_unknown')
    // Freed a moment ago: it may be our turn now. Otherwise theirs is still under way.
    if (remembered !== undefined) await pause(timers, askAgainMs)
  }
}

function isSame(remembered: Remembered, asked: AskedOnce): boolean {
  return remembered.call === asked.call && remembered.fingerprint === asked.fingerprint
}

async function workOnce(parts: RepeatsParts, attempt: Attempt, work: Work): Promise<Outcome<unknown>> {
  let outcome: Outcome<unknown>
  try {
    outcome = await work()
  } catch (caught) {
    await end(parts, attempt, undefined)
    throw caught
  }
  await end(parts, attempt, outcome)
  return outcome
}

/** The work is done or has failed, and its asker hears that whatever becomes of our note of it. */
async function end(
  { pool, log }: RepeatsParts,
  attempt: Attempt,
  outcome: Outcome<unknown> | undefined,
): Promise<void> {
  const { call } = attempt.asked
  try {
    if (outcome === undefined || !isKept(outcome)) return await dropAttempt(pool, attempt)
    const isOurs = await keepOutcome(pool, attempt, outcome)
    if (!isOurs) log.warn({ call }, 'a call took so long that its key was free again')
  } catch (caught) {
    // Only the words: what the driver says besides repeats the row, and with it what the caller was told.
    const fault = caught instanceof Error ? caught.message : 'unknown'
    log.error({ fault, call }, 'an outcome could not be kept for its repeats')
  }
}
