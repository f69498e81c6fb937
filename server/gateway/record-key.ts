import type { Caller } from '#server/gateway/route.ts'
import { type Random, randomId } from '#server/platform/random.ts'

/** The idempotency key of a call whose outcome is kept by its record. Without one, a key that no other call has. */
export function recordKey(
  { idempotency }: Caller,
  random: Random,
): { readonly key: string; readonly fingerprint: string } {
  return idempotency ?? { key: `none:${randomId(random)}`, fingerprint: '0'.repeat(64) }
}
