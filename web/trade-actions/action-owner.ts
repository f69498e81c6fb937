import { hashSession } from '#browser/session/hash-session.ts'
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
