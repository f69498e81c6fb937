import type { Reason } from '#contract/envelope.ts'
import { type Outcome, refused } from '#contract/outcome.ts'
import {
  type AskedOnce,
  type Attempt,
  beginAttempt,
  deleteExpired,
  dropAttempt,
  type Kept,
  keepOutcome,
  type Remembered,
  readRemembered,
} from '#server/idempotency/idempotency-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { atMost, pause, type Timers } from '#server/platform/timers.ts'
import type { Pool } from '#server/storage/storage.ts'

export type { AskedOnce } from '#server/idempotency/idempotency-store.ts'

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

type RepeatsParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

type Work = () => Promise<Outcome<unknown>>

/** So long a repeat is answered with the first outcome. */
const keptMs = 24 * 3600 * 1000
const longestWaitMs = 5000
/** No work takes nearly as long, so whoever began it is gone. */
const abandonedAfterMs = 60_000
const askAgainMs = 100

/** It is our turn, or somebody else's: then theirs is waited for, for a while. */
async function doOnce(parts: RepeatsParts, asked: AskedOnce, work: Work): Promise<Outcome<unknown>> {
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

/**
 * Refusals that say nothing about what was asked for: it was never understood, the asker may not ask for it, or nobody
 * knows yet. Whoever puts that right may use the same key again.
 */
const passing: ReadonlySet<Reason> = new Set([
  'invalid_input',
  'malformed_body',
  'body_too_large',
  'unsupported_media_type',
  'unknown_path',
  'wrong_verb',
  'idempotency_mismatch',
  'demo_forbidden',
  'role_forbidden',
  'busy',
  'outcome_unknown',
  'invalid_email',
  'invalid_mobile',
  'mobile_off',
  'country_not_supported',
  'code_not_needed',
])

function isKept(outcome: Outcome<unknown>): outcome is Kept {
  return outcome.kind === 'answered' || (outcome.kind === 'refused' && !passing.has(outcome.reason))
}
