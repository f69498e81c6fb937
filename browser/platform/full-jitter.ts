export type JitterBounds = { readonly baseMs: number; readonly capMs: number }

/**
 * Exponential backoff with full jitter: the wait before attempt `tries` + 1, from zero to a ceiling that doubles up to
 * the cap. Clients disconnected by the same restart then do not reconnect in waves.
 */
export function fullJitterMs(tries: number, random: () => number, { baseMs, capMs }: JitterBounds): number {
  // Bounded, because a large exponent would give Infinity. 2 ** 30 exceeds any cap.
  const ceilingMs = Math.min(capMs, baseMs * 2 ** Math.min(tries, 30))
  return Math.floor(random() * ceilingMs)
}
