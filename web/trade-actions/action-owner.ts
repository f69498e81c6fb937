import type { AccountState } from '#web/account/account.ts'
import type { SentAction } from '#web/trade-actions/action-state.ts'

/**
 * Whether an act was sent by the user who is logged in now. Keys belong to a user, so its outcome is asked for in a session
 * of that user only. `not_yet`: the user of the session is still being fetched. `unclear`: there is no way to tell.
 */
export function ownershipOf(
  { sessionHash: mark, userId }: Pick<SentAction, 'mark' | 'userId'>,
  token: string | undefined,
  account: AccountState,
): 'same' | 'other' | 'nobody' | 'not_yet' | 'unclear' {
  if (token === undefined) return 'nobody'
  if (hashSession(token) === mark) return 'same'
  if (userId === null || account.kind === 'unknown') return 'unclear'
  const user = sessionUserId(token, account)
  if (user === undefined) return 'not_yet'
  return user === userId ? 'same' : 'other'
}

/** Undefined until the user of this session is known. During a login the account is a step ahead of the session. */
export function sessionUserId(token: string | undefined, account: AccountState): number | undefined {
  return account.kind === 'known' && account.token === token ? account.user.id : undefined
}

/** Tells sessions apart without storing the token: a one-way hash of 64 bits (FNV-1a, twice). */
export function hashSession(token: string): string {
  return [0x811c9dc5, 0x9747b28c].map((seed) => hashOf(token, seed)).join('')
}

function hashOf(text: string, seed: number): string {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
