export type JitterBounds = { readonly baseMs: number; readonly capMs: number }

/**
 * How long to wait before try number `tries` + 1: anywhere between nothing and a ceiling that doubles up to the cap.
 * Full jitter, so that ten thousand phones cut off by one restart do not come back in waves.
 */
export function fullJitterMs(tries: number, random: () => number, { baseMs, capMs }: JitterBounds): number {
  // 2 ** 30 is beyond any cap, and keeps a count that grew for a week from becoming Infinity.
  const ceilingMs = Math.min(capMs, baseMs * 2 ** Math.min(tries, 30))
  return Math.floor(random() * ceilingMs)
}
