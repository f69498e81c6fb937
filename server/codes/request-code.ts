import { ensureNever } from '#core/ensure-never.ts'
import type { LanguageCode } from '#i18n/languages.ts'
import { generateCode } from '#server/codes/one-time-code.ts'
import {
  type CodeKey,
  type CodeLimits,
  type LimitsReached,
  lockAddress,
  readLimitsReached,
  storeCode,
  tryLockRecipient,
} from '#server/codes/verification-codes-store.ts'
import type { Messages, UnstoredMessage } from '#server/messages/messages.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createConcurrencyLimit } from '#server/platform/concurrency-limit.ts'
import type { Random } from '#server/platform/random.ts'
import { inTransaction, type Pool, type PoolClient } from '#server/storage/storage.ts'

export type CodeRequest = CodeKey & {
  /** Key of the rate limits: the client address, or the network it belongs to. */
  readonly address: string
  readonly language: LanguageCode
  /** All variants take equally long and count against the limits. Only the message differs. */
  readonly deliver: 'code' | 'account_exists' | 'nothing'
}

export type CodeRequestResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'too_soon'; readonly retryAfterSeconds: number }
  | { readonly kind: 'busy' }

type Parts = {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly messages: Pick<Messages, 'send'>
  readonly hashOf: (owner: CodeKey, code: string) => Uint8Array
  readonly limits: boolean
}

export const codeValidMinutes = 10

export const codeLimits: CodeLimits = {
  pauseMs: 60_000,
  dayMs: 24 * 3_600_000,
  maxPerDay: 10,
  hourMs: 3_600_000,
  maxPerAddress: 20,
  // Text messages cost money and anyone can request them, so their limit is lower.
  maxOverall: { email: 20_000, mobile: 2000 },
}

/** Every request occupies a pool connection, so only a few run at once. */
const concurrencyLimits = { maxRunning: 4, maxQueued: 200 }
const hashBytes = 32

export function createCodeRequests(parts: Parts) {
  const queue = createConcurrencyLimit(concurrencyLimits)

  async function store(client: PoolClient, request: CodeRequest, code: string): Promise<CodeRequestResult> {
    const { clock, random, hashOf, limits } = parts
    // A concurrent request for this recipient is running, so this one is too soon.
    if (!(await tryLockRecipient(client, request))) return tooSoon(codeLimits.pauseMs)
    if (limits) await lockAddress(client, request.address)
    const nowMs = clock.now()
    const reached = await readLimitsReached(client, request, { ...request, nowMs, limits: codeLimits })
    const refusal = limitRefusal(reached, nowMs, limits)
    if (refusal !== undefined) return refusal
    // Stores a random hash if no code is sent: otherwise the timing of a wrong try would reveal that there is no row.
    const [ofCode, ofNothing] = [hashOf(request, code), random.bytes(hashBytes)]
    const hash = request.deliver === 'code' ? ofCode : ofNothing
    const expiresAtMs = nowMs + codeValidMinutes * 60_000
    await storeCode(client, { ...request, hash, nowMs, expiresAtMs })
    return { kind: 'sent' }
  }

  return async (request: CodeRequest): Promise<CodeRequestResult> => {
    const code = generateCode(parts.random)
    const requested = await queue.run(() =>
      inTransaction(parts.pool, async (client) => await store(client, request, code)),
    )
    // Sent after the commit, without waiting for the delivery.
    if (requested === 'busy') return { kind: 'busy' }
    if (requested.kind === 'sent') sendFor(request, code, parts.messages)
    return requested
  }
}

function limitRefusal(reached: LimitsReached, nowMs: number, limits: boolean): CodeRequestResult | undefined {
  const { pauseMs, dayMs, hourMs } = codeLimits
  const { minuteSinceMs, daySinceMs, addressSinceMs, overallSinceMs } = reached
  if (daySinceMs !== undefined) return tooSoon(daySinceMs + dayMs - nowMs)
  if (minuteSinceMs !== undefined) return tooSoon(minuteSinceMs + pauseMs - nowMs)
  if (limits && addressSinceMs !== undefined) return tooSoon(addressSinceMs + hourMs - nowMs)
  if (limits && overallSinceMs !== undefined) return { kind: 'busy' }
  return undefined
}

function tooSoon(waitMs: number): CodeRequestResult {
  return { kind: 'too_soon', retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
}

function sendFor(request: CodeRequest, code: string, messages: Pick<Messages, 'send'>): void {
  const message = messageFor(request, code)
  if (message !== undefined) messages.send(message)
}

function messageFor(request: CodeRequest, code: string): UnstoredMessage | undefined {
  const { channel, recipient, language, purpose, deliver } = request
  const to = { channel, to: recipient, language }
  switch (deliver) {
    case 'code':
      return { ...to, kind: `${purpose}_code`, code, validMinutes: codeValidMinutes }
    case 'account_exists':
      return { ...to, kind: 'account_exists' }
    case 'nothing':
      return undefined
    default:
      return ensureNever(deliver)
  }
}
