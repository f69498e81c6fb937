/** The only source of randomness. Other modules receive it as a dependency. */

/** In [0, 1), for jitter. Not for secrets. */
export function randomFraction(): number {
  return Math.random()
}

/**
 * 128 random bits as 32 hex characters, for an idempotency key or a `demo_id`, the only credential of a demo account.
 * Not `crypto.randomUUID`, which exists on secure pages only: a phone on the local network opens plain http.
 */
export function randomKey(
  fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  const bytes = fill(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
