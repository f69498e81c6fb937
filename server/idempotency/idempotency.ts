import type { Reason } from '#contract/envelope.ts'
import { type Outcome, refused } from '#contract/outcome.ts'
import {
  type Attempt,
  beginAttempt,
  deleteExpired,
  dropAttempt,
  type IdempotentCall,
  readStoredCall,
  type StoredCall,
  type StoredOutcome,
  storeOutcome,
} from '#server/idempotency/idempotency-store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { deleteInBatches } from '#server/platform/delete-in-batches.ts'
import type { Log } from '#server/platform/log.ts'
import { sleep, type Timers, withTimeout } from '#server/platform/timers.ts'
import type { Pool } from '#server/storage/storage.ts'

export type { IdempotentCall } from '#server/idempotency/idempotency-store.ts'

/**
 * Runs the work of a key once. A repeat gets the first outcome. It waits up to five seconds for work that is still
 * running.
 */
export type RunOnce = (call: IdempotentCall, work: Work) => Promise<Outcome<unknown>>

type Work = () => Promise<Outcome<unknown>>

export type Idempotency = {
  readonly runOnce: RunOnce
  /** Deletes keys older than a day. Called every minute. */
  readonly sweep: () => Promise<void>
}

type IdempotencyParts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

/** How long a repeat gets the first outcome. */
const keptForMs = 24 * 3600 * 1000
const maxWaitMs = 5000
/** Far longer than any work takes: the process that began it must have died. */
const abandonedAfterMs = 60_000
const pollMs = 100

/** Idempotency keys of the API, shared by all processes on the same database. */
export function createIdempotency(parts: IdempotencyParts): Idempotency {
  const { pool, clock, timers } = parts
  /** Identical calls in this process share one promise. All other repeats are detected in the database. */
  const running = new Map<string, Promise<Outcome<unknown>>>()

  async function runOnce(call: IdempotentCall, work: Work): Promise<Outcome<unknown>> {
    const id = JSON.stringify([call.scope, call.key, call.call, call.fingerprint])
    const first = running.get(id)
    if (first !== undefined)
      return (await withTimeout(timers, maxWaitMs, first)) ?? refused('outcome_unknown')
    const own = claimAndRun(parts, call, work).finally(() => running.delete(id))
    running.set(id, own)
    return await own
  }

  async function sweep(): Promise<void> {
    const expiredBefore = new Date(clock.now() - keptForMs)
    await deleteInBatches((limit) => deleteExpired(pool, expiredBefore, limit))
  }
  return { runOnce, sweep }
}

/** Claims the key and runs the work, or waits a bounded time for the process that holds the claim. */
async function claimAndRun(
  parts: IdempotencyParts,
  call: IdempotentCall,
  work: Work,
): Promise<Outcome<unknown>> {
  const { pool, clock, timers } = parts
  const deadlineMs = clock.elapsed() + maxWaitMs
  for (;;) {
    const nowMs = clock.now()
    const attempt = { call, startedAt: new Date(nowMs) }
    const bounds = {
      expiredBefore: new Date(nowMs - keptForMs),
      abandonedBefore: new Date(nowMs - abandonedAfterMs),
    }
    if (await beginAttempt(pool, attempt, bounds)) return await runAttempt(parts, attempt, work)
    const stored = await readStoredCall(pool, call)
    if (stored !== undefined && !isSame(stored, call)) return refused('idempotency_mismatch')
    if (stored?.outcome) return stored.outcome
    if (clock.elapsed() >= deadlineMs) return refused('outcome_unknown')
    // Without a row the key was released just now, so claim it at once. Otherwise the work is still running.
    if (stored !== undefined) await sleep(timers, pollMs)
  }
}

function isSame(stored: StoredCall, call: IdempotentCall): boolean {
  return stored.call === call.call && stored.fingerprint === call.fingerprint
}

async function runAttempt(parts: IdempotencyParts, attempt: Attempt, work: Work): Promise<Outcome<unknown>> {
  let outcome: Outcome<unknown>
  try {
    outcome = await work()
  } catch (caught) {
    await endAttempt(parts, attempt, undefined)
    throw caught
  }
  await endAttempt(parts, attempt, outcome)
  return outcome
}

/** Never throws: the caller gets the outcome even if it cannot be stored. */
async function endAttempt(
  { pool, log }: IdempotencyParts,
  attempt: Attempt,
  outcome: Outcome<unknown> | undefined,
): Promise<void> {
  const { call } = attempt.call
  try {
    if (outcome === undefined || !isFinal(outcome)) return await dropAttempt(pool, attempt)
    const isOurs = await storeOutcome(pool, attempt, outcome)
    if (!isOurs) log.warn({ call }, 'the claim on the idempotency key expired before the call finished')
  } catch (caught) {
    // Only the message: the driver's other fields repeat the row, which holds the caller's answer.
    const fault = caught instanceof Error ? caught.message : 'unknown'
    log.error({ fault, call }, 'could not store an outcome under its idempotency key')
  }
}

/**
 * Refusals that decide nothing about the request: it was malformed or not allowed, or its outcome is unknown. They free
 * the key, so that a corrected request can use it again.
 */
const retryableReasons: ReadonlySet<Reason> = new Set([
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

function isFinal(outcome: Outcome<unknown>): outcome is StoredOutcome {
  return outcome.kind === 'answered' || (outcome.kind === 'refused' && !retryableReasons.has(outcome.reason))
}
