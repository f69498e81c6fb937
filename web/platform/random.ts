/** The one place where chance comes from. Everything else is handed it as a part. */

/** In [0, 1), for jitter. Never for anything that must not be guessed. */
export function randomFraction(): number {
  return Math.random()
}

/**
 * 128 unguessable bits as 32 hex characters: an idempotency key, or the `demo_id` that is the only key to a demo account.
 * Not `crypto.randomUUID`: that exists only on secure pages, and a phone on the local network opens plain http.
 */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
