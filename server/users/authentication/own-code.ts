// Codes that confirm an act of a logged-in user. They are sent to the account's own address only.
import { refused } from '#contract/outcome.ts'
import type { Channel } from '#core/user/contact.ts'
import type { CodePurpose, ConsumedCode } from '#server/codes/codes.ts'
import type { PoolClient } from '#server/storage/storage.ts'
import {
  type AuthenticationParts,
  type ClientInfo,
  type Denied,
  tooManyRequests,
} from '#server/users/authentication/authentication-parts.ts'
import { ownHandles } from '#server/users/authentication/credentials.ts'
import type { SessionUser } from '#server/users/sessions/sessions.ts'
import { type LoginHandle, readContact } from '#server/users/users-store.ts'

export type OwnCodePurpose = Extract<CodePurpose, 'payout_method' | 'withdrawal'>

export type SendOwnCodeInput = { readonly channel: Channel; readonly purpose: OwnCodePurpose }

export async function sendOwnCode(
  parts: AuthenticationParts,
  { userId, isDemo }: SessionUser,
  { channel, purpose }: SendOwnCodeInput,
  clientInfo: ClientInfo,
): Promise<{ readonly kind: 'sent' } | Denied> {
  const { messages, codes } = parts
  if (isDemo) return refused('demo_forbidden')
  const handle = (await readHandles(parts, userId)).find((own) => own.channel === channel)
  if (handle === undefined) return refused(channel === 'email' ? 'invalid_email' : 'invalid_mobile')
  if (channel === 'mobile' && !messages.canSend('mobile')) return refused('mobile_off')
  const sent = await codes.request({
    channel,
    recipient: handle.value,
    purpose,
    address: clientInfo.limitKey,
    language: clientInfo.language,
    deliver: 'code',
  })
  if (sent.kind === 'too_soon') return tooManyRequests(sent.retryAfterSeconds)
  return sent.kind === 'busy' ? refused('busy') : sent
}

export type OwnCode = {
  readonly userId: number
  readonly purpose: OwnCodePurpose
  /** As the user typed it. */
  readonly code: string
}

/** Whether the code was sent to one of the user's addresses. A wrong one counts as a try of each code that was sent. */
export async function verifyOwnCode(parts: AuthenticationParts, own: OwnCode): Promise<boolean> {
  const { userId, ...typed } = own
  for (const { channel, value } of await readHandles(parts, userId)) {
    if (await parts.codes.verify({ ...typed, channel, recipient: value })) return true
  }
  return false
}

/** Consumes a correct code as part of the caller's transaction. */
export async function consumeOwnCode(
  parts: AuthenticationParts,
  client: PoolClient,
  own: OwnCode,
): Promise<ConsumedCode | undefined> {
  const { userId, ...typed } = own
  for (const { channel, value } of await readHandles({ pool: client }, userId)) {
    const consumed = await parts.codes.consumeForNow(client, { ...typed, channel, recipient: value })
    if (consumed !== undefined) return consumed
  }
  return undefined
}

async function readHandles(
  { pool }: { readonly pool: Parameters<typeof readContact>[0] },
  userId: number,
): Promise<readonly LoginHandle[]> {
  const contact = await readContact(pool, userId)
  return contact === undefined ? [] : ownHandles(contact)
}
