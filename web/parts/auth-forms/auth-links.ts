import { isRecord } from '#browser/platform/parse-record.ts'
import type { TypedAccount } from '#web/parts/auth-forms/typed-account.ts'
import { returnPath } from '#web/parts/navigation.ts'

/** Path to another login screen. It keeps the return path. */
export function authPath(path: '/login' | '/register' | '/forgot', search: string): string {
  const from = returnPath(search)
  return from === '/' ? path : `${path}?from=${encodeURIComponent(from)}`
}

/** History state that carries the typed account to the next screen. It must not appear in the URL. */
export type AuthLinkState = { readonly typed: TypedAccount }

/** Validates the state, because an older version of the app may have written it. */
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
