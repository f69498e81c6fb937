import type { Command } from '#core/decision/command.ts'
import { refuse } from '#core/decision/decision.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { burnedFingerprint, type OutcomeRecord } from '#server/engine/engine-store.ts'
import type {
  AccountOwner,
  CommandKey,
  CommandRequest,
  EngineParts,
  KeyOutcome,
  SubmitResult,
} from '#server/engine/engine-types.ts'
import { commandFromMemory, commandWithLookups, createOutcomeReader } from '#server/engine/intake/lookups.ts'
import { maxWaitMs, type PendingRequest, type PendingResult } from '#server/engine/intake/pending-request.ts'
import type { SeenKeys } from '#server/engine/intake/seen-keys.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import type { IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import { withTimeout } from '#server/platform/timers.ts'

export type IntakeParts = Pick<EngineParts, 'store' | 'clock' | 'timers' | 'log'> & {
  readonly accounts: AccountState
  readonly seenKeys: Pick<SeenKeys, 'isNew'>
  readonly idempotency: Pick<IdempotencyCache, 'find'>
  /** As long as a key is kept. */
  readonly retentionMs: number
  readonly enqueue: (
    asked: Pick<PendingRequest, 'owner' | 'command' | 'key'>,
    withinMs: number,
  ) => Promise<PendingResult>
}

type Question = {
  readonly asker: AccountOwner
  readonly key: CommandKey | undefined
  /** How long an answer is still waited for. */
  readonly leftMs: () => number
}

/** Past it outcomes are about to be forgotten, and nothing can be said of a key any more. */
const longestAskedMs = 23 * 3600 * 1000

const lookUpLimits = { maxRunning: 64, maxQueued: 10_000 }

/** From what somebody asks to what they hear, within five seconds. */
export function createIntake(parts: IntakeParts) {
  const {
    store,
    clock,
    timers,
    log,
    accounts: book,
    seenKeys: keys,
    idempotency: remembered,
    enqueue: queue,
  } = parts
  const readKey = createOutcomeReader(store, () => new Date(clock.now() - parts.retentionMs))
  const lookUps = createConcurrencyLimit(lookUpLimits)

  async function answer(question: Question, request: CommandRequest): Promise<SubmitResult> {
    const { asker, key } = question
    const isSurelyNew = key === undefined || keys.isNew(asker.userId, key.key)
    const atHand = isSurelyNew ? commandFromMemory(book, asker, request) : undefined
    if (atHand !== undefined) return await decided(question, atHand)
    const before = await outcomeBefore(question)
    if (before !== undefined) return before
    const command = await inTime(
      question,
      lookUps.run(() => commandWithLookups({ store, book }, asker, request)),
    )
    return command === undefined || command === 'busy' ? { kind: 'busy' } : await decided(question, command)
  }

  async function decided(question: Question, command: Command): Promise<SubmitResult> {
    const { asker, key, leftMs } = question
    const heard = await queue({ owner: asker, command, key }, leftMs())
    if (heard.kind === 'burned') return refuse('too_late')
    if (heard.kind !== 'written') return heard
    return (await outcomeBefore(question)) ?? { kind: 'unknown' }
  }

  /** What is on disk under the key. What memory has but the disk has not is found again when the command is decided. */
  async function outcomeBefore(question: Question): Promise<SubmitResult | undefined> {
    const { asker, key } = question
    if (key === undefined) return undefined
    const memory = remembered.find(asker.userId, key.key)
    if (memory?.uncommitted !== undefined) return undefined
    if (memory !== undefined && memory.fingerprint === burnedFingerprint) return refuse('too_late')
    if (memory !== undefined && memory.fingerprint !== key.fingerprint) return { kind: 'mismatch' }
    const found = await recordOf(question, key.key)
    if (found === 'never') return undefined
    // It may have been used before.
    if (found === undefined) return { kind: 'unknown' }
    if (found.outcome.kind === 'burned') return refuse('too_late')
    return found.fingerprint === key.fingerprint ? found.outcome : { kind: 'mismatch' }
  }

  /** What is on disk under the key, or that it is not there; undefined where it cannot be read in time. */
  function recordOf(question: Question, key: string): Promise<OutcomeRecord | 'never' | undefined> {
    const { userId } = question.asker
    return inTime(
      question,
      readKey({ userId, key }).then((record) => record ?? 'never'),
    )
  }

  async function settledBefore(question: Question, key: string): Promise<KeyOutcome | undefined> {
    const found = await recordOf(question, key)
    if (found === 'never') return undefined
    return found === undefined ? { kind: 'unknown' } : keyOutcomeOf(found.outcome)
  }

  /**
   * What became of a key: the outcome if one was decided, otherwise the key is burned. What is queued or looked up under the
   * key meanwhile is decided before or after that, and finds it burned if after.
   */
  async function outcomeOf(asker: AccountOwner, key: string, seenAtMs: number): Promise<KeyOutcome> {
    if (clock.now() - seenAtMs > longestAskedMs) return { kind: 'expired' }
    const question = { asker, key: { key, fingerprint: burnedFingerprint }, leftMs: countdown() }
    const { userId } = asker
    const memory = remembered.find(userId, key)
    const isOnDisk = memory === undefined ? !keys.isNew(userId, key) : memory.uncommitted === undefined
    const before = isOnDisk ? await settledBefore(question, key) : undefined
    if (before !== undefined) return before
    const command = { kind: 'burn_key', userId, key } as const
    const heard = await queue({ owner: asker, command, key: question.key }, question.leftMs())
    if (heard.kind === 'written') return (await settledBefore(question, key)) ?? { kind: 'unknown' }
    return keyOutcomeOf(heard)
  }

  function countdown(): () => number {
    const untilMs = clock.elapsed() + maxWaitMs
    return () => Math.max(0, untilMs - clock.elapsed())
  }

  /** Undefined where it cannot be read, or not in time. */
  async function inTime<Result>({ leftMs }: Question, reading: Promise<Result>): Promise<Result | undefined> {
    try {
      return await withTimeout(timers, leftMs(), reading)
    } catch (fault) {
      log.warn({ fault }, 'a command could not be looked up')
      return undefined
    }
  }

  async function ask(asker: AccountOwner, request: CommandRequest, key?: CommandKey): Promise<SubmitResult> {
    const asked = await answer({ asker, key, leftMs: countdown() }, request)
    // Nothing was done this time, but the key is one with which something is.
    const isUsed = key !== undefined && remembered.find(asker.userId, key.key) !== undefined
    return asked.kind === 'busy' && isUsed ? { kind: 'unknown' } : asked
  }
  return { ask, outcomeOf }
}

function keyOutcomeOf(heard: Exclude<PendingResult, { readonly kind: 'written' }>): KeyOutcome {
  switch (heard.kind) {
    case 'burned':
      return { kind: 'never' }
    case 'done':
    case 'refused':
      return { kind: 'decided', outcome: heard }
    case 'busy':
    case 'unknown':
      return { kind: heard.kind }
    // None of these answers a `burn_key`, except a fault.
    case 'mismatch':
    case 'frozen':
    case 'fault':
      return { kind: 'fault' }
    default:
      return ensureNever(heard)
  }
}
