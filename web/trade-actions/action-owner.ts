import type { SentAction } from '#web/trade-actions/action-state.ts'
import type { CurrentUserState } from '#web/user/current-user.ts'

/** Whether the user who is logged in sent an action. `pending`: the user of the session is still being fetched. */
export type Ownership = 'own' | 'other' | 'logged_out' | 'pending' | 'unknown'

/** Idempotency keys belong to a user, so an outcome may be looked up only in a session of that user. */
export function ownershipOf(
  { sessionHash, userId }: Pick<SentAction, 'sessionHash' | 'userId'>,
  token: string | undefined,
  currentUser: CurrentUserState,
): Ownership {
  if (token === undefined) return 'logged_out'
  if (hashSession(token) === sessionHash) return 'own'
  if (userId === null || currentUser.kind === 'unknown') return 'unknown'
  const user = sessionUserId(token, currentUser)
  if (user === undefined) return 'pending'
  return user === userId ? 'own' : 'other'
}

/**
 * Undefined until the user of this session is known. During a login the current user changes before the session does.
 */
export function sessionUserId(token: string | undefined, currentUser: CurrentUserState): number | undefined {
  return currentUser.kind === 'known' && currentUser.token === token ? currentUser.user.id : undefined
}

/** Identifies a session without storing its token: a one-way 64-bit hash (FNV-1a with two seeds). */
export function hashSession(token: string): string {
  return [0x811c9dc5, 0x9747b28c].map((seed) => fnv1a(token, seed)).join('')
}

function fnv1a(text: string, seed: number): string {
  let hash = seed
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
