import type { Command } from '#core/decision/command.ts'
import { refuse } from '#core/decision/decision.ts'
import { ensureNever } from '#core/ensure-never.ts'
import { burnedFingerprint, type OutcomeRecord } from '#server/engine/engine-store.ts'
import type {
  AccountOwner,
  CommandKey,
  CommandRequest,
  Engine,
  EngineParts,
  KeyOutcome,
  SubmitResult,
} from '#server/engine/engine-types.ts'
import type { AccountLoader } from '#server/engine/intake/account-loader.ts'
import { createDividedRequests } from '#server/engine/intake/divided-request.ts'
import { commandFromMemory, commandWithLookups, createOutcomeReader } from '#server/engine/intake/lookups.ts'
import { maxWaitMs, type PendingRequest, type PendingResult } from '#server/engine/intake/pending-request.ts'
import type { SeenKeys } from '#server/engine/intake/seen-keys.ts'
import type { AccountState } from '#server/engine/state/account-state.ts'
import type { IdempotencyCache } from '#server/engine/state/idempotency-cache.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import { withTimeout } from '#server/platform/timers.ts'

export type IntakeParts = Pick<EngineParts, 'store' | 'clock' | 'timers' | 'log'> & {
  readonly accounts: AccountState
  readonly loader: AccountLoader
  readonly seenKeys: Pick<SeenKeys, 'isNew'>
  readonly idempotency: Pick<IdempotencyCache, 'find'>
  /** How long a used key is kept. */
  readonly retentionMs: number
  readonly enqueue: (
    request: Pick<PendingRequest, 'owner' | 'command' | 'key'>,
    withinMs: number,
  ) => Promise<PendingResult>
}

/** One call of `submit` or `outcomeOf`. */
type Call = {
  readonly owner: AccountOwner
  readonly key: CommandKey | undefined
  /** Time left until the call has to be answered. */
  readonly leftMs: () => number
}

/** Outcomes are kept for 24 hours. Beyond this age they are about to be deleted, and a missing one proves nothing. */
const maxOutcomeAgeMs = 23 * 3600 * 1000

const lookupLimits = { maxRunning: 64, maxQueued: 10_000 }

/**
 * Takes requests, completes them from memory or the database, and queues them. Answers within five seconds, or ten if
 * the request is divided. The outcome of a divided request may take that long, too.
 */
export function createIntake(parts: IntakeParts) {
  const { store, clock, timers, log, accounts, loader, seenKeys, idempotency, enqueue } = parts
  const readOutcome = createOutcomeReader(store, () => new Date(clock.now() - parts.retentionMs))
  const lookups = createConcurrencyLimit(lookupLimits)
  const running = createKeyCounts()
  const divided = createDividedRequests()

  /** Submits one command: the whole request, or a part of it. */
  async function submitOne(
    owner: AccountOwner,
    request: CommandRequest,
    key: CommandKey | undefined,
    waitedMs: number,
  ): Promise<SubmitResult> {
    const call = { owner, key, leftMs: countdown(waitedMs) }
    const hold = () => loader.hold(owner.userId, () => answer(call, request))
    if (key === undefined) return await hold()
    const { userId } = owner
    const isRepeat = running.has(userId, key.key)
    running.add(userId, key.key)
    try {
      const result = await hold()
      // This call did nothing, but an earlier one with the same key may have, or may do so yet.
      const isUsed = isRepeat || idempotency.find(userId, key.key) !== undefined
      return result.kind === 'busy' && isUsed ? { kind: 'unknown' } : result
    } finally {
      running.remove(userId, key.key)
    }
  }

  function mayHaveUsed(userId: number, key: string): boolean {
    return running.has(userId, key) || !seenKeys.isNew(userId, key)
  }

  async function answer(call: Call, request: CommandRequest): Promise<SubmitResult> {
    const { owner, key } = call
    const isNew = key === undefined || seenKeys.isNew(owner.userId, key.key)
    const fromMemory = isNew ? commandFromMemory(accounts, owner, request) : undefined
    if (fromMemory !== undefined) return await execute(call, fromMemory)
    const earlier = await earlierResult(call)
    if (earlier !== undefined) return earlier
    const command = await inTime(
      call,
      lookups.run(() => commandWithLookups({ store, accounts }, owner, request)),
    )
    return command === undefined || command === 'busy' ? { kind: 'busy' } : await execute(call, command)
  }

  async function execute(call: Call, command: Command): Promise<SubmitResult> {
    const { owner, key, leftMs } = call
    if (!(await isLoaded(call))) return { kind: 'busy' }
    const result = await enqueue({ owner, command, key }, leftMs())
    if (result.kind === 'burned') return refuse('too_late')
    if (result.kind !== 'written') return result
    return (await earlierResult(call)) ?? { kind: 'unknown' }
  }

  /** False if the account could not be read in time. An account that does not exist counts as loaded. */
  async function isLoaded(call: Call): Promise<boolean> {
    const { userId } = call.owner
    if (accounts.has(userId)) return true
    return (
      (await inTime(
        call,
        loader.load(userId).then(() => true),
      )) === true
    )
  }

  /** The committed outcome of an earlier call with this key. `executeCommand` finds an uncommitted one later. */
  async function earlierResult(call: Call): Promise<SubmitResult | undefined> {
    const { owner, key } = call
    if (key === undefined) return undefined
    const cached = idempotency.find(owner.userId, key.key)
    if (cached?.uncommitted !== undefined) return undefined
    if (cached !== undefined && cached.fingerprint === burnedFingerprint) return refuse('too_late')
    if (cached !== undefined && cached.fingerprint !== key.fingerprint) return { kind: 'mismatch' }
    const found = await storedRecord(call, key.key)
    if (found === 'never') return undefined
    // The lookup failed, so the key may have been used.
    if (found === undefined) return { kind: 'unknown' }
    if (found.outcome.kind === 'burned') return refuse('too_late')
    return found.fingerprint === key.fingerprint ? found.outcome : { kind: 'mismatch' }
  }

  /** The record on disk, `never` if there is none, undefined if it could not be read in time. */
  function storedRecord(call: Call, key: string): Promise<OutcomeRecord | 'never' | undefined> {
    const { userId } = call.owner
    return inTime(
      call,
      readOutcome({ userId, key }).then((record) => record ?? 'never'),
    )
  }

  /**
   * Returns the outcome of a key, and burns a key without one. A command with the same key may be queued at the same
   * time: it is either decided before the key is burned, or refused because the key is burned.
   */
  async function outcomeOf(owner: AccountOwner, key: string, seenAtMs: number): Promise<KeyOutcome> {
    if (clock.now() - seenAtMs > maxOutcomeAgeMs) return { kind: 'expired' }
    return await loader.hold(owner.userId, () =>
      divided.outcomeOf(nameOf(owner.userId, key), key, (part) => findOrBurn(owner, part)),
    )
  }

  async function findOrBurn(owner: AccountOwner, key: string): Promise<KeyOutcome> {
    const call = { owner, key: { key, fingerprint: burnedFingerprint }, leftMs: countdown() }
    const { userId } = owner
    const cached = idempotency.find(userId, key)
    const mayBeOnDisk = cached === undefined ? !seenKeys.isNew(userId, key) : cached.uncommitted === undefined
    const stored = mayBeOnDisk ? await storedOutcome(call, key) : undefined
    if (stored !== undefined) return stored
    if (!(await isLoaded(call))) return { kind: 'busy' }
    const command = { kind: 'burn_key', userId, key } as const
    const result = await enqueue({ owner, command, key: call.key }, call.leftMs())
    if (result.kind === 'written') return (await storedOutcome(call, key)) ?? { kind: 'unknown' }
    return keyOutcomeOf(result)
  }

  async function storedOutcome(call: Call, key: string): Promise<KeyOutcome | undefined> {
    const found = await storedRecord(call, key)
    if (found === 'never') return undefined
    return found === undefined ? { kind: 'unknown' } : keyOutcomeOf(found.outcome)
  }

  function countdown(waitedMs = 0): () => number {
    const untilMs = clock.elapsed() + maxWaitMs - waitedMs
    return () => Math.max(0, untilMs - clock.elapsed())
  }

  /** Undefined if the read fails or takes too long. */
  async function inTime<Result>({ leftMs }: Call, reading: Promise<Result>): Promise<Result | undefined> {
    try {
      return await withTimeout(timers, leftMs(), reading)
    } catch (fault) {
      log.warn({ fault }, 'could not read the data for a command')
      return undefined
    }
  }

  const submit: Engine['submit'] = (owner, request, key, waitedMs = 0) => {
    const { userId } = owner
    const startedMs = clock.elapsed()
    const keyed = key && { name: nameOf(userId, key.key), key }
    /** The first command has five seconds, and all together have ten. */
    const waited = () => Math.max(waitedMs, waitedMs + clock.elapsed() - startedMs - maxWaitMs)
    return divided.submit(
      request,
      keyed,
      (part, partKey) => submitOne(owner, part, partKey, waited()),
      () => accounts.get(userId)?.orders,
    )
  }

  return { submit, mayHaveUsed, outcomeOf }
}

function nameOf(userId: number, key: string): string {
  return `${userId} ${key}`
}

/** Counts the running calls of each key. */
function createKeyCounts() {
  const counts = new Map<string, number>()
  return {
    has: (userId: number, key: string) => counts.has(nameOf(userId, key)),
    add(userId: number, key: string): void {
      const name = nameOf(userId, key)
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    remove(userId: number, key: string): void {
      const name = nameOf(userId, key)
      const left = (counts.get(name) ?? 0) - 1
      if (left > 0) counts.set(name, left)
      else counts.delete(name)
    },
  }
}

function keyOutcomeOf(result: Exclude<PendingResult, { readonly kind: 'written' }>): KeyOutcome {
  switch (result.kind) {
    case 'burned':
      return { kind: 'never' }
    case 'done':
    case 'refused':
      return { kind: 'decided', outcome: result }
    case 'busy':
    case 'unknown':
      return { kind: result.kind }
    // Of these, only `fault` can answer a `burn_key`.
    case 'mismatch':
    case 'frozen':
    case 'fault':
      return { kind: 'fault' }
    default:
      return ensureNever(result)
  }
}
