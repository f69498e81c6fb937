import type { SubmitInput } from '#contract/calls/submit.ts'
import type { AccountState } from '#web/account/account.ts'
import { isRecord, parseRecord } from '#web/platform/parse-record.ts'

/** An order that was sent and of which nobody knows yet how it went: what is needed to ask again, and whose it is. */
export type SentOrder = {
  readonly key: string
  readonly input: SubmitInput
  /** Null where the user of the session was not known. */
  readonly userId: number | null
  /** Of the session it was sent in. */
  readonly mark: string
  readonly sentAtMs: number
}

/**
 * Whether it is of the user that is here now. Keys belong to a user, so under another one the same key would be a new order.
 * `nobody` is here; `not_yet`: it will be known; `unclear`: nobody can say who sent it, or who is here.
 */
export function ownerNow(
  { mark, userId }: SentOrder,
  token: string | undefined,
  account: AccountState,
): 'same' | 'other' | 'nobody' | 'not_yet' | 'unclear' {
  if (token === undefined) return 'nobody'
  if (sessionMark(token) === mark) return 'same'
  if (userId === null || account.kind === 'unknown') return 'unclear'
  if (account.kind !== 'known') return 'not_yet'
  return account.user.id === userId ? 'same' : 'other'
}

/** Tells sessions apart without telling anything of their tokens: 64 bits, folded one way. */
export function sessionMark(token: string): string {
  return [0x811c9dc5, 0x9747b28c].map((seed) => fold(token, seed)).join('')
}

export function parseSentOrder(text: string): SentOrder | undefined {
  const { key, input, userId, mark, sentAtMs } = recordOf(text)
  if (typeof key !== 'string' || typeof mark !== 'string' || typeof sentAtMs !== 'number') return undefined
  if (!isRecord(input) || (userId !== null && typeof userId !== 'number')) return undefined
  // It was written as one by this page's own code; the server judges it as it judges every other.
  return { key, input: input as SubmitInput, userId, mark, sentAtMs }
}

const longestText = 4_000

function recordOf(text: string): Readonly<Record<string, unknown>> {
  return (text.length <= longestText ? parseRecord(text) : undefined) ?? {}
}

function fold(text: string, seed: number): string {
  let mark = seed
  for (let at = 0; at < text.length; at += 1) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193)
  return (mark >>> 0).toString(16).padStart(8, '0')
}
