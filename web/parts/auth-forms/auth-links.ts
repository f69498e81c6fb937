import type { TypedAccount } from '#web/parts/auth-forms/typed-account.ts'
import { returnPath } from '#web/parts/navigation.ts'
import { isRecord } from '#web/platform/parse-record.ts'

/** From one screen on the way in to another, without losing where the way was to lead. */
export function authPath(path: '/login' | '/register' | '/forgot', search: string): string {
  const from = returnPath(search)
  return from === '/' ? path : `${path}?from=${encodeURIComponent(from)}`
}

/** What goes along with it, so that nobody has to type it again. It never stands in the address. */
export type AuthLinkState = { readonly typed: TypedAccount }

/** What came along: the history may hold anything, from an older page or none of ours. */
export function typedAccountFromState(state: unknown): TypedAccount | undefined {
  const typed = isRecord(state) ? state['typed'] : undefined
  if (!isRecord(typed)) return undefined
  const { channel, email, areaId, mobile } = typed
  const isAccount =
    (channel === 'email' || channel === 'mobile') &&
    typeof email === 'string' &&
    typeof mobile === 'string' &&
    (areaId === undefined || typeof areaId === 'number')
  return isAccount ? { channel, email, areaId, mobile } : undefined
}
